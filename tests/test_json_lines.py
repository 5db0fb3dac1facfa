from __future__ import annotations

import json
import subprocess
import sys
import threading

import pytest

from assay.errors import InputError, StorageError
from assay.json_lines import JsonLines


def pair(row):
    return row["id"], row["value"]


def lines_of(path, **more):
    return JsonLines(path, pair, what="a pair", start=b'{"id":', **more)


def test_what_was_added_is_known_now_and_later(tmp_path):
    path = tmp_path / "deep" / "pairs.jsonl"
    with lines_of(path) as lines:
        lines.add({"id": 1, "value": "a"}, {"id": 2, "value": "é"})
        assert lines.known == {1: "a", 2: "é"}
    with lines_of(path) as again:
        assert again.known == {1: "a", 2: "é"}
    assert [json.loads(line)["id"] for line in path.read_text().splitlines()] == [1, 2]


@pytest.mark.parametrize("torn", ["{", '{"i', '{"id": 2, "val', '{"id": 2, "value": "b"}'])
def test_a_torn_last_line_is_dropped_and_the_next_begins_a_line(tmp_path, torn):
    path = tmp_path / "pairs.jsonl"
    path.write_text('{"id": 1, "value": "a"}\n' + torn)
    with lines_of(path) as lines:
        assert lines.known == {1: "a"}
        assert path.read_text() == '{"id": 1, "value": "a"}\n'
        lines.add({"id": 3, "value": "c"})
    assert lines_of(path).load().known == {1: "a", 3: "c"}


@pytest.mark.parametrize(
    "content",
    ["notes\n", "notes", '{"id": 1}\n', '{"id": [], "value": 1}\n', "[1]", '{"id":' + "[" * 10**5],
)
def test_a_file_that_is_not_ours_is_left_as_it_is(tmp_path, content):
    path = tmp_path / "notes.txt"
    path.write_text(content + "\n" * (content[-1] == "["))
    before = path.read_bytes()
    with pytest.raises(InputError, match=r"line 1 of .* is not a pair"), lines_of(path):
        pass
    assert path.read_bytes() == before


def test_a_tolerant_reader_passes_over_what_it_cannot_read(tmp_path):
    path = tmp_path / "pairs.jsonl"
    path.write_text('junk\n{"id": 1, "value": "a"}\n\x00\n7\n')
    lines = lines_of(path, tolerant=True).load()
    lines.add({"id": 2, "value": "b"})
    assert lines_of(path, tolerant=True).load().known == {1: "a", 2: "b"}


def test_a_second_process_is_refused_while_the_first_writes(tmp_path):
    path = tmp_path / "pairs.jsonl"
    code = (
        "import sys; from pathlib import Path; from assay.json_lines import JsonLines\n"
        "with JsonLines(Path(sys.argv[1]), lambda row: (row, row)) as lines:\n"
        "    print('held', flush=True); sys.stdin.read()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(InputError, match="another process"), lines_of(path):
            pass
        holder.kill()
        holder.wait()
    with lines_of(path) as lines:  # the system lets go of it when a process dies
        lines.add({"id": 1, "value": "a"})


def test_threads_and_objects_share_a_file_without_mixing_their_lines(tmp_path):
    path = tmp_path / "pairs.jsonl"
    sharing = [lines_of(path).load() for _ in range(4)]

    def work(lines, name):
        for number in range(25):
            lines.add({"id": f"{name}.{number}", "value": "x" * 5000})

    threads = [
        threading.Thread(target=work, args=(sharing[each % 4], each), daemon=True)
        for each in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(lines_of(path).load().known) == 8 * 25


def test_a_place_that_cannot_be_written_is_a_storage_error(tmp_path):
    (tmp_path / "folder").mkdir()
    with pytest.raises(StorageError, match="cannot write"), lines_of(tmp_path / "folder"):
        pass
