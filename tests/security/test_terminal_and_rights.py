"""What documents and files say is shown, not obeyed; and an index is for its owner alone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import lance
import pytest
from rich.table import Table
from rich.text import Text

from assay.cli.console import json_line, out, print_text
from assay.cli.main import run
from assay.indexing.index_paths import index_paths
from assay.indexing.manifest import NAME
from assay.indexing.open_index import open_index
from assay.testing import FakeEmbedder
from bench_tests.report.small_run import write_run

ESCAPES = "\x1b[2J\x1b]0;owned\x07\x9b31m\x90q\x85\u202e\r\x08\x7f"
OBEYED = tuple("\x1b\x07\x9b\x90\x85\u202e\r\x08\x7f")


def assert_harmless(text: str) -> None:
    assert not [c for c in OBEYED if c in text]


@pytest.fixture
def index(tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    texts = tmp_path / "texts"
    texts.mkdir()
    for name in ("a", "b"):
        (texts / f"{name}.txt").write_text(f"The harbour of {name} is deep and cold.")
    index_paths([texts], tmp_path / "i", FakeEmbedder())
    return tmp_path / "i"


@pytest.mark.parametrize(
    "printed",
    [
        f"a line {ESCAPES}",
        Text(f"a text {ESCAPES}", style="bold"),
        Text.assemble(("styled", "red"), ESCAPES),
    ],
)
def test_nothing_printed_moves_the_terminal(printed, capsys):
    table = Table(ESCAPES)
    table.add_row(ESCAPES)
    for each in (printed, table):
        out().print(each)
    print_text(ESCAPES)
    assert_harmless(capsys.readouterr().out)


def test_json_says_the_same_with_escapes_of_its_own():
    value = {"text": f"{ESCAPES} \u2028 caf\u00e9 \u6f22 \U0001f600", ESCAPES: [1, "\ud800"]}
    line = json_line(value)
    assert_harmless(line)
    assert json.loads(line) == value
    assert "caf\u00e9 \u6f22 \U0001f600" in line


def test_an_edited_manifest_does_not_reach_the_terminal(index, capsys):
    place = index / NAME
    raw = json.loads(place.read_bytes())
    place.write_text(json.dumps({**raw, "written": ESCAPES, "assay": ESCAPES, "embedder": ESCAPES}))
    assert run(["info", "-i", str(index)]) in (0, 5)
    assert_harmless(capsys.readouterr().out)


def test_names_of_systems_and_folders_do_not_reach_the_terminal(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    folder = write_run(tmp_path / "run\x1b[2J")
    place = folder / "records.jsonl"
    place.write_text(place.read_text().replace('"strategy": "rag"', '"strategy": "rag\\u001b[2J"'))
    for command in (["bench", "compare", str(folder)], ["bench", "report", str(folder)]):
        run(command)
        captured = capsys.readouterr()
        assert_harmless(captured.out + captured.err)


def test_names_of_batch_files_do_not_reach_the_terminal(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("q\x1b[2J.jsonl").write_text('{"id": 1, "question": "Who?", "passages": []}\n')
    assert run(["batch", "q\x1b[2J.jsonl", "-o", "a\x1b]0;x\x07.jsonl"]) == 0
    assert run(["batch", "absent\x1b[2J.jsonl", "-o", "b.jsonl"]) == 2
    captured = capsys.readouterr()
    assert_harmless(captured.out + captured.err)


@pytest.mark.skipif(os.name != "posix", reason="rights of POSIX")
def test_an_index_is_for_its_owner_alone(tmp_path):
    (tmp_path / "a.txt").write_text("The harbour is deep.")
    subprocess.run(
        [sys.executable, "-m", "assay", "index", "a.txt", "-i", "deep/i"], cwd=tmp_path, check=True
    )
    places = [tmp_path / "deep/i", *(tmp_path / "deep/i").rglob("*")]
    assert len(places) > 5
    for place in places:
        allowed = 0o700 if place.is_dir() else 0o600
        assert place.stat().st_mode & 0o777 & ~allowed == 0, place


def test_a_program_makes_the_folder_for_its_owner_and_keeps_rights_that_were_given(index, tmp_path):
    assert index.stat().st_mode & 0o777 == 0o700
    assert (index / NAME).stat().st_mode & 0o777 == 0o600
    shared = tmp_path / "shared"
    shared.mkdir(mode=0o750)
    shared.chmod(0o750)
    index_paths([tmp_path / "texts"], shared, FakeEmbedder())
    assert shared.stat().st_mode & 0o777 == 0o750
    assert (shared / NAME).stat().st_mode & 0o777 == 0o640


def test_info_does_not_call_an_index_good_that_has_lost_a_table(index):
    assert open_index(index).info().problems == ()
    place = index / NAME
    raw = json.loads(place.read_bytes())
    files = lance.dataset(str(next(index.rglob("files.lance"))))
    files.delete("true")
    raw["versions"]["files"], raw["files"] = files.version, 0
    place.write_text(json.dumps(raw))
    (problem,) = open_index(index).info().problems
    assert "the table files is empty" in problem


def test_links_that_leave_the_folder_are_not_followed(tmp_path):
    secret = tmp_path / "secret.txt"
    secret.write_text("A secret of somebody else.")
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "own.txt").write_text("A text of my own.")
    (folder / "link.txt").symlink_to(secret)
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "more.txt").write_text("More of somebody else.")
    (folder / "linked").symlink_to(tmp_path / "outside")
    report = index_paths([folder], tmp_path / "i", FakeEmbedder())
    assert report.added == 1
