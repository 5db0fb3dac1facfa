from __future__ import annotations

import os
import pty
import subprocess
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from assay.cli.view import index_progress
from assay.indexing.report import Progress as Reached
from tests.cli.test_batch import write_questions


@pytest.mark.usefixtures("fakes")
def test_a_terminal_sees_the_rate_and_a_pipe_sees_nothing(command):
    questions = write_questions(Path("q.jsonl"), 40)  # more than one block
    arguments = [*command, "batch", str(questions), "--out", "a.jsonl"]
    shown = in_a_terminal(arguments)
    assert "questions/s" in shown
    assert "/40" in shown
    Path("a.jsonl").unlink()
    write_questions(questions, 3)
    piped = subprocess.run(arguments, capture_output=True, text=True, check=True)
    assert "questions/s" not in piped.stderr
    assert piped.stdout == ""


def test_a_log_of_indexing_gets_a_line_now_and_then(capsys, monkeypatch):
    clock = iter([0.0, 4.0, 11.0, 11.0, 15.0, 22.0, 22.0])
    ticking = SimpleNamespace(monotonic=lambda: next(clock))
    monkeypatch.setattr(index_progress, "time", ticking)
    with index_progress.index_progress() as show:
        for done in range(4):
            show(Reached(done, 5, 10 * done, 0.5))
    assert capsys.readouterr().err.splitlines() == [
        "indexing 1 of 5 files, 10 passages",
        "indexing 3 of 5 files, 30 passages",
    ]


def in_a_terminal(arguments: list[str]) -> str:
    """What a person would see on stderr."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "COLUMNS": "120", "TERM": "xterm"}
    process = subprocess.Popen(arguments, stderr=theirs, stdout=theirs, env=environment)
    os.close(theirs)
    shown = b""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            piece = os.read(ours, 65536)
        except OSError:  # Linux says so when the last writer has gone
            break
        if not piece:
            break
        shown += piece
    os.close(ours)
    assert process.wait(timeout=10) == 0
    return shown.decode("utf-8", "replace")
