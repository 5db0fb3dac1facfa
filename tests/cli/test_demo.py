"""The first command of the README, on three topics of the reference instead of all."""

from __future__ import annotations

import sys
from pydoc_data.topics import topics
from types import SimpleNamespace

from assay.cli.main import run


def test_the_demonstration_answers_refuses_and_asks_outside(tmp_path, monkeypatch, capsys):
    few = SimpleNamespace(topics={name: topics[name] for name in ("with", "while", "for")})
    monkeypatch.setitem(sys.modules, "pydoc_data.topics", few)
    assert run(["demo", str(tmp_path / "demo")]) == 0
    shown = capsys.readouterr()
    assert "Now ask your own" in shown.err
    assert "140,000" in shown.out  # the offline encyclopaedia
