"""Every command, given what it cannot use, ends with a code of ours and one line of reason."""

from __future__ import annotations

import os
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from assay.cli.plugged import GROUP, OURS
from tests.fuzz.drive import check_run

# {} stands for a path that is not what the command wants.
COMMANDS: dict[str, list[list[str]]] = {
    "index": [["{}", "-i", "fresh"], ["good.txt", "-i", "{}"]],
    "ask": [["Who?", "-i", "{}"], ["", "-i", "{}"], ["Who?", "--fallback-index", "{}"]],
    "chat": [["-i", "{}"]],
    "batch": [["{}", "-o", "answers.jsonl"], ["good.jsonl", "-o", "{}"]],
    "score": [["-q", "Who?", "{}"], ["-q", "", "{}"]],
    "verify": [["-a", "It is.", "-e", "{}"], ["-a", "", "-e", "{}"]],
    "search": [["tea", "--engine", "{}"]],
    "strategies": [["-i", "{}"], ["--zim", "{}"]],
    "info": [["-i", "{}"]],
    "doctor": [["{}"], ["-i", "{}"]],
    "demo": [["good.txt/inside"]],
    "serve": [["-i", "{}", "--port", "99999999"]],
    "mcp": [["-i", "{}"]],
    "keys": [["add", "me", "--keys", "{}/inside"], ["list", "--keys", "{}"]],
    "calibrate": [["{}"], ["{}", "-i", "{}"]],
    "label": [["{}"], ["{}", "-i", "{}"]],
    "train": [["{}"], ["{}", "-i", "{}"]],
    "documents": [["list", "-i", "{}"], ["show", "{}", "-i", "{}"]],
    "find": [["goats", "-i", "{}"]],
    "indexes": [["--no-such-option", "{}"]],
    "setup": [["--no-such-option", "{}"]],
    "watch": [["absent-{}", "-i", "w"]],
    "maintain": [["-i", "{}"], ["-i", "s3://{}"]],
    "bench": [["compare", "{}"], ["report", "{}"], ["custom", "--data", "{}", "--out", "r"]],
    "reproduce": [["crag", "--model", "m", "--evaluator", "e", "--data", "{}", "-o", "r"]],
    "cov-data": [["--data", "{}", "--out", "c"]],
}
COMMON = [["--config", "{}"], ["--no-such-option"], ["--config", "absent.toml"]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    home = tmp_path_factory.mktemp("commands")
    (home / "good.txt").write_text("Anna Lund kept the light.")
    (home / "good.jsonl").write_text('{"id": 1, "question": "Who?", "passages": []}\n')
    (home / "empty").write_bytes(b"")
    (home / "noise").write_bytes(bytes(range(256)) * 40)
    (home / "deep.json").write_bytes(b"[" * 100_000)
    (home / "surrogate.jsonl").write_bytes(b'{"id": "\\ud800", "question": "\\ud800"}\n')
    (home / "folder").mkdir()
    (home / "loop").symlink_to("loop")
    os.mkfifo(home / "folder" / "pipe.txt")
    return home


WRONG = ("absent", "empty", "noise", "deep.json", "surrogate.jsonl", "folder", "loop", "x" * 300)


def test_every_command_is_tried_here():
    plugged = {point.name for point in entry_points(group=GROUP)}
    assert set(COMMANDS) >= {*OURS, *plugged}


@pytest.mark.parametrize("command", sorted({*OURS, *(p.name for p in entry_points(group=GROUP))}))
def test_what_it_cannot_use_is_one_line(command, folder, monkeypatch):
    monkeypatch.chdir(folder)
    with Path(os.devnull).open(encoding="utf-8") as nothing:
        monkeypatch.setattr("sys.stdin", nothing)
        for wrong in WRONG:
            for pattern in COMMANDS[command]:
                check_run([command, *(part.format(wrong) for part in pattern)])
        for pattern in COMMON:
            check_run([command, *(part.format("noise") for part in pattern)])
