"""The pages of strategies show the paper's values and the product's as they are in the code."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from assay.config import Settings
from assay.config.profiles import PAPER

STRATEGIES = Path(__file__).parents[2] / "docs" / "strategies"
_ROW = re.compile(r"^\| [^|]* \| `([^`|]*)` \| `([^`|]*)` \| `(\w+)\.(\w+)` \|$", re.MULTILINE)


def _rows() -> list[tuple[str, Any, Any, str, str]]:
    return [
        (page.stem, json.loads(paper), json.loads(product), table, name)
        for page in sorted(STRATEGIES.glob("*.md"))
        for paper, product, table, name in _ROW.findall(page.read_text("utf-8"))
    ]


def test_every_setting_of_the_profile_is_told():
    told = {(table, name) for *_, table, name in _rows()}
    assert told >= {(table, name) for table, values in PAPER.items() for name in values}


@pytest.mark.parametrize(("strategy", "paper", "product", "table", "name"), _rows())
def test_what_is_told_of_a_setting_is_so(strategy, paper, product, table, name):
    def value(profile: str) -> Any:
        settings = Settings(profile=profile, strategy=strategy)
        return getattr(getattr(settings, table), name)

    assert (value("paper"), value("product")) == (paper, product)


def test_what_the_page_says_of_refinement_is_what_runs():
    page = (STRATEGIES / "crag.md").read_text("utf-8")
    assert Settings().refine.name == "entries"
    assert "by default over an index whole entries" in page
