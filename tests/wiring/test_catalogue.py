from __future__ import annotations

from pathlib import Path

import pytest

from assay.wiring.catalogue import CATALOGUE

PAGES = Path(__file__).parents[2] / "docs" / "strategies"
ENTRIES = {entry.name: entry for entry in CATALOGUE}


def test_no_strategy_stands_there_twice():
    assert len(ENTRIES) == len(CATALOGUE)


@pytest.mark.parametrize("name", ENTRIES)
def test_every_strategy_has_a_line_a_paper_and_a_page(name):
    entry = ENTRIES[name]
    assert entry.line and entry.paper
    page = (PAGES / f"{name}.md").read_text("utf-8")
    assert page.startswith("# ")
    assert f"({name}.md)" in (PAGES / "README.md").read_text("utf-8")


def test_a_line_fits_on_a_terminal():
    assert all(len(entry.line) <= 90 for entry in CATALOGUE)
