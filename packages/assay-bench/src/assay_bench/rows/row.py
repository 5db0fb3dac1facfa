"""One figure as a line of JSON, with everything that tells what it is of and how old it is."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from assay.errors import InputError
from assay_bench.experiments.measure import PERCENT
from assay_bench.rows.made import Made, made_from

ROWS = "rows.jsonl"
ENOUGH = 10
"""Questions; resampling fewer says nothing about others."""


@dataclass(frozen=True, slots=True)
class Row:
    """A figure of an experiment: what was measured, with what, and what the paper has for it.

    `low` and `high` bound it with 95 % certainty, as `gap` does the difference to `against`: the
    value, its bounds, and over how many questions.
    """

    experiment: str
    profile: str
    questions: str
    measure: str
    system: str
    generator: str
    count: int
    value: float
    low: float
    high: float
    unit: float = PERCENT
    against: str = ""
    gap: tuple[float, float, float, int] | None = None
    paper: Mapping[str, str] = field(default_factory=dict)
    uses: tuple[str, ...] = ()
    made: Made = field(default_factory=Made)

    def shown(self) -> str:
        """The figure with its interval."""
        return (
            f"{self._in_unit(self.value)} [{self._in_unit(self.low)}, {self._in_unit(self.high)}]"
        )

    def difference(self) -> str:
        """The difference with its interval; a star where that leaves nought out."""
        if self.gap is None:
            return ""
        value, low, high, count = self.gap
        star = " *" if (low > 0 or high < 0) and count >= ENOUGH else ""
        value_, low_, high_ = (self._in_unit(each, "+") for each in (value, low, high))
        return f"{value_}{star} [{low_}, {high_}] to {self.against}"

    def _in_unit(self, value: float, sign: str = "") -> str:
        form = f"{sign}.1f" if self.unit == PERCENT else f"{sign}.3g"
        return format(self.unit * value, form)


def write_rows(path: Path, rows: Iterable[Row]) -> None:
    """The rows as lines of JSON, by experiment, and in it as they were measured."""
    ordered = sorted(rows, key=lambda row: row.experiment)
    lines = "".join(json.dumps(asdict(row), sort_keys=True) + "\n" for row in ordered)
    path.write_text(lines, "utf-8")


def read_rows(path: Path) -> list[Row]:
    """The rows of a file."""
    if not path.is_file():
        raise InputError(f"there is no file {path}", hint="an experiment writes rows.jsonl")
    rows = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        try:
            rows.append(_row(json.loads(line)))
        except (TypeError, ValueError, KeyError) as error:
            raise InputError(f"line {number} of {path} is not a row of figures") from error
    return rows


def _row(said: dict[str, Any]) -> Row:
    gap = said.pop("gap", None)
    made = made_from(said.pop("made", {}))
    uses = tuple(said.pop("uses", ()))
    return Row(**said, gap=None if gap is None else tuple(gap), uses=uses, made=made)


def replaced(old: Sequence[Row], new: Sequence[Row]) -> list[Row]:
    """All rows, of those that measure the same the new ones.

    What a run measured replaces all that the same experiment has on those questions with that
    generator: rows of different runs are not to stand in one table.
    """

    def table(row: Row) -> tuple[str, ...]:
        return row.experiment, row.profile, row.questions, row.generator

    measured = {table(row) for row in new}
    return [row for row in old if table(row) not in measured] + list(new)
