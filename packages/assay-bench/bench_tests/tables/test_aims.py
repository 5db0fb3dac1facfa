"""What the readers must make of tables whose content is known: the aims of the table model."""

from __future__ import annotations

import pytest

from assay_bench.tables.measure import layouts, measure
from assay_bench.tables.report import summary

ORDERED, HEADED, LABELLED = 0.98, 0.95, 0.98


@pytest.fixture(scope="module")
def figures():
    return {row["format"]: row for row in summary([measure(layout) for layout in layouts()])}


@pytest.mark.parametrize("format", ["pdf", "docx", "xlsx", "html", "md", "csv"])
def test_rows_are_in_order_and_cells_have_their_names(figures, format):
    row = figures[format]
    assert row["ordered"] >= ORDERED, row["faulty"]
    assert row["headed"] >= HEADED, row["faulty"]
    assert row["labelled"] >= LABELLED, row["faulty"]
