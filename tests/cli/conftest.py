"""The command line with fakes in place of the models, chosen the way any plugin is."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from assay.cli.main import run

ENTRY_POINTS = """\
[assay.scorers]
fake = assay.testing:FakeStripScorer
[assay.generators]
fake = assay.testing:FakeGenerator
"""
SETTINGS = """\
[scorer]
name = "fake"
upper = 0.5
lower = -0.5
options = { scores = { continue = 0.9, while = 0.0 }, otherwise = -0.95 }
[generator]
name = "fake"
"""


@dataclass(frozen=True)
class Result:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture(autouse=True)
def own_folders(tmp_path, monkeypatch):
    """Named indexes and the user's own settings lie in folders of this test alone."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


@pytest.fixture
def assay(capsys, monkeypatch):
    """Runs a command line in this process, eighty columns wide."""
    monkeypatch.setenv("COLUMNS", "80")

    def call(*args: object) -> Result:
        code = run([str(arg) for arg in args])
        captured = capsys.readouterr()
        return Result(code, captured.out, captured.err)

    return call


@pytest.fixture
def fakes(tmp_path, monkeypatch) -> Path:
    """An empty working folder whose assay.toml chooses fakes; subprocesses see them too."""
    site = tmp_path / "site"
    info = site / "fakes-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: fakes\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRY_POINTS)
    monkeypatch.syspath_prepend(str(site))
    known = [str(site), *filter(None, [os.environ.get("PYTHONPATH")])]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(known))
    home = tmp_path / "home"
    home.mkdir()
    (home / "assay.toml").write_text(SETTINGS)
    monkeypatch.chdir(home)
    return home


@pytest.fixture
def command() -> list[str]:
    """The command line as a process of its own."""
    return [sys.executable, "-m", "assay"]
