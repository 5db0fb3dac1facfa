"""The figures of tables that were read again, as Markdown and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from assay_bench.tables.measure import Found

NOTE = (
    "Rows whose cells come in the order in which they were written and nothing else between them;"
    " cells of the columns behind the row's name that are read with all names above them; rows that"
    " are read together with the caption, the unit and the title of their part of the table. Shares"
    " in percent of all rows and cells."
)


def summary(found: Sequence[Found]) -> list[dict[str, Any]]:
    """The figures of each format, and of all."""
    formats = dict.fromkeys(each.layout.format for each in found)
    rows = [_figures(name, [e for e in found if e.layout.format == name]) for name in formats]
    return [*rows, _figures("all", found)]


def _figures(name: str, found: Sequence[Found]) -> dict[str, Any]:
    rows, cells = sum(each.rows for each in found), sum(each.cells for each in found)
    return {
        "format": name,
        "layouts": len(found),
        "rows": rows,
        "ordered": _share(sum(each.ordered for each in found), rows),
        "cells": cells,
        "headed": _share(sum(each.headed for each in found), cells),
        "labelled": _share(sum(each.labelled for each in found), rows),
        "faulty": [_fault(each) for each in found if _is_faulty(each)],
    }


def _share(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 0.0


def _is_faulty(each: Found) -> bool:
    return (each.ordered, each.headed, each.labelled) != (each.rows, each.cells, each.rows)


def _fault(each: Found) -> str:
    return (
        f"{each.layout.name}: {each.ordered} of {each.rows} rows, {each.headed} of {each.cells}"
        f" cells, {each.labelled} labelled"
    )


def page(rows: Sequence[dict[str, Any]]) -> str:
    """The whole report, layouts that were not read as written listed at its end."""
    heads = (
        "format | layouts | rows | in order | cells | with their names | rows with caption and unit"
    )
    lines = [f"| {heads} |", "|" + "---|" * (heads.count("|") + 1)]
    for row in rows:
        shares = [f"{100 * row[name]:.1f} %" for name in ("ordered", "headed", "labelled")]
        cells = [row["format"], row["layouts"], row["rows"], shares[0], row["cells"], *shares[1:]]
        lines.append("| " + " | ".join(map(str, cells)) + " |")
    faults = [f"- {fault}" for fault in rows[-1]["faulty"]]
    return "\n".join(["# Tables", "", NOTE, "", *lines, "", *faults, ""])
