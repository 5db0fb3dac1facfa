"""The first command of the README, on three topics of the reference instead of all."""

from __future__ import annotations

import sys
from pydoc_data.topics import topics
from types import SimpleNamespace

from assay.cli.main import run


def test_the_demonstration_answers_refuses_and_asks_outside(tmp_path, monkeypatch, capsys):
    few = SimpleNamespace(topics={name: topics[name] for name in ("break", "while", "for")})
    monkeypatch.setitem(sys.modules, "pydoc_data.topics", few)
    assert run(["demo", str(tmp_path / "demo")]) == 0
    shown = capsys.readouterr()
    assert "Now ask your own" in shown.err
    loop, clause, unknown, outside = shown.out.split("╭─ ")[1:]
    assert "│ the nearest enclosing loop " in loop
    assert 'the suite of the "else" clause, if present, is executed and the loop' in clause
    assert "No answer" in unknown and "INCORRECT" in unknown
    assert "│ 140,000 " in outside and "zim://small.zim" in outside
