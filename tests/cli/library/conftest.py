from __future__ import annotations

from pathlib import Path

import pytest

GOATS = """\
# Goats

Goats eat hay and give milk.

## Housing

### Winter

A shed keeps goats dry in winter.
"""
ROWS = '{"text": "Sheep give wool."}\n{"text": "Cows chew grass."}\n'


@pytest.fixture
def farm(fakes, assay) -> Path:
    """A folder with three documents in two files, indexed under the name `farm`."""
    folder = fakes / "animals"
    (folder / "deep").mkdir(parents=True)
    (folder / "goats.md").write_text(GOATS)
    (folder / "deep" / "rows.jsonl").write_text(ROWS)
    made = assay("index", folder, "-i", "farm")
    assert made.code == 0, made.err
    return folder
