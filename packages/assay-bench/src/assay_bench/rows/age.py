"""Which rows are older than the scorer, reader or verifier that they were measured with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from assay_bench.rows.row import Row


@dataclass(frozen=True, slots=True)
class Outdated:
    """A row, and the parts of it that are others now: of each its code, its weights, or both."""

    row: Row
    changed: tuple[str, ...]


def outdated(rows: Iterable[Row], now: Mapping[str, str]) -> list[Outdated]:
    """The rows whose parts have changed since."""
    found = ((row, _changed(row, now)) for row in rows)
    return [Outdated(row, changed) for row, changed in found if changed]


def _changed(row: Row, now: Mapping[str, str]) -> tuple[str, ...]:
    changed = []
    for part in row.uses:
        code, _, weights = row.made.parts.get(part, "").partition("-")
        code_now, _, weights_now = now[part].partition("-")
        changed += [f"{part}'s code"] if code != code_now else []
        changed += [f"{part}'s weights"] if weights != weights_now else []
    return tuple(changed)


def listed(found: Iterable[Outdated]) -> list[str]:
    """One line for each table with what has changed and how many of its rows are older."""
    tables: dict[tuple[str, ...], list[Outdated]] = {}
    for each in found:
        row = each.row
        name = (row.experiment, row.profile, row.questions, row.generator)
        tables.setdefault(name, []).append(each)
    return [
        f"{', '.join(name)}: {len(rows)} row(s) of {rows[0].row.made.date}, commit"
        f" {rows[0].row.made.commit or 'unknown'}, before changes to"
        f" {', '.join(dict.fromkeys(part for each in rows for part in each.changed))}"
        for name, rows in tables.items()
    ]
