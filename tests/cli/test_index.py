from __future__ import annotations

import json
import signal
import subprocess
import time
from pathlib import Path

import pytest

from assay.indexing.names import index_folder

LOOPS = "The continue statement starts the next cycle of the loop. It skips the rest of the body."
FRUIT = "Bananas ripen in the sun. They are yellow when they are ripe. They are eaten raw."


@pytest.fixture
def texts(fakes) -> Path:
    folder = fakes / "texts"
    folder.mkdir()
    (folder / "loops.txt").write_text(LOOPS)
    (folder / "fruit.md").write_text(FRUIT)
    return folder


def test_a_folder_becomes_an_index_that_info_describes(assay, texts):
    made = assay("index", texts, "--index", "i")
    assert (made.code, made.out) == (0, "")
    assert "2 added" in made.err
    info = assay("info", "--index", "i", "--json")
    assert info.code == 0
    assert (info.json["documents"], info.json["problems"]) == (2, [])
    drawn = assay("info", "--index", "i")
    assert "good" in drawn.out and "MiniLM" in drawn.out


def test_unreadable_files_are_listed_and_the_rest_is_indexed(assay, texts):
    (texts / "broken.pdf").write_bytes(b"%PDF-1.4 nothing of the kind")
    made = assay("index", texts, "--index", "i")
    assert made.code == 0
    assert "2 added" in made.err
    assert "broken.pdf" in made.err


def test_nothing_readable_at_all_is_an_error(assay, fakes):
    (fakes / "broken.txt").write_bytes(b"\0\1\2" * 100)
    result = assay("index", "broken.txt", "--index", "i")
    assert result.code == 2
    assert "broken.txt" in result.err and "binary data" in result.err


def test_a_second_run_reads_only_what_changed(assay, texts):
    assay("index", texts, "--index", "i")
    (texts / "loops.txt").write_text(LOOPS + " And so on.")
    (texts / "fruit.md").unlink()
    again = assay("index", texts, "--index", "i").err
    assert "1 changed" in again and "1 removed" in again


def test_an_index_of_earlier_readers_is_told_of_and_read_again(assay, texts):
    folder = texts.parent / "i"
    assay("index", texts, "--index", folder)
    manifest = json.loads((folder / "manifest.json").read_text())
    (folder / "manifest.json").write_text(json.dumps({**manifest, "readers": 0}))
    shown = " ".join(assay("info", "-i", folder).out.split())
    assert "2 files were read by earlier readers" in shown
    doctor = assay("doctor", "-i", folder)
    assert "outdated" in doctor.out and "1 problem" not in doctor.out
    assert assay("doctor", "-i", folder, "--json").json["index"]["outdated"] == 2
    some = assay("index", texts / "loops.txt", "--index", folder)
    assert some.err.startswith("1 file was read by the readers of an earlier version")
    assert "1 read again" in some.err and "1 file was read by earlier readers" in some.err
    rest = assay("index", texts, "--index", folder, "--json")
    assert (rest.json["reread"], rest.json["unchanged"], rest.json["outdated"]) == (1, 1, 0)
    assert assay("info", "-i", folder, "--json").json["outdated"] == 0
    assert "readers" not in assay("index", texts, "--index", folder).err.replace(str(folder), "")


def test_a_damaged_index_is_an_error_with_a_hint(assay, texts):
    folder = texts.parent / "i"
    assay("index", texts, "--index", folder)
    for file in folder.rglob("*"):
        if file.is_file() and file.suffix in {".json", ".toml"}:
            file.write_bytes(b"\0damaged")
    result = assay("info", "--index", folder)
    assert result.code == 5
    assert "Traceback" not in result.err


def test_an_index_made_with_another_embedder_is_refused(assay, texts):
    from assay.indexing.index_paths import index_paths
    from assay.testing import FakeEmbedder

    index_paths([texts], index_folder(Path("other")), FakeEmbedder())
    result = assay("ask", "What does continue do?", "--index", "other")
    assert result.code == 2
    assert "another embedder" in result.err
    words = assay("ask", "What does continue do?", "--index", "other", "--mode", "fulltext")
    assert words.code == 0


def test_ctrl_c_ends_in_one_line_and_exit_code_130(command, texts):
    for number in range(400):
        (texts / f"{number}.txt").write_text(f"{number}. {LOOPS} {FRUIT}" * 5)
    folder = texts.parent / "i"
    arguments = [*command, "index", str(texts), "--index", str(folder)]
    with subprocess.Popen(arguments, stderr=subprocess.PIPE, text=True) as process:
        while process.poll() is None and not folder.exists():
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "interrupted" in err and "Traceback" not in err


def test_the_weights_are_chosen_by_name(assay, texts):
    refused = assay("index", texts, "--index", "i", "--models", "huge")
    assert refused.code == 2
    assert "small" in refused.err and "large" in refused.err
