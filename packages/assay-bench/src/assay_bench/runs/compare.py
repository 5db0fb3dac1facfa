"""Systems of one or several runs, compared question by question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from assay.errors import InputError
from assay_bench.metrics.bootstrap import Difference, paired_difference
from assay_bench.runs.folder import read_records
from assay_bench.runs.record import Record

Results = Mapping[str, Mapping[str, Record]]
SIGNIFICANT = 0.05
ACCURACY, SECONDS = "accuracy", "seconds"


@dataclass(frozen=True, slots=True)
class Comparison:
    """How much better the second system is than the first on the questions both answered.

    `corrected` is p after Holm's correction for all pairs compared by the same measure.
    """

    measure: str
    first: str
    second: str
    mean_first: float
    mean_second: float
    difference: Difference
    corrected: float

    @property
    def significant(self) -> bool:
        """True when so large a difference would hardly come by chance."""
        return self.corrected < SIGNIFICANT


def compare_folders(folders: Sequence[Path], *, seed: int = 0) -> list[Comparison]:
    """Every pair of systems of the runs, by every measure that both have."""
    results = results_of({folder: read_records(folder) for folder in folders})
    return compare(results, seed=seed)


def results_of(runs: Mapping[Path, Sequence[Record]]) -> dict[str, dict[str, Record]]:
    """The records by system and case; with several runs, a system bears its folder's name too."""
    results: dict[str, dict[str, Record]] = {}
    for folder, records in runs.items():
        for record in records:
            name = record.strategy if len(runs) == 1 else f"{folder}: {record.strategy}"
            results.setdefault(name, {})[record.case] = record
    return results


def compare(results: Results, *, seed: int = 0) -> list[Comparison]:
    """Every pair of systems over the cases they share; an error when there is nothing to pair."""
    if len(results) < 2:  # noqa: PLR2004 - a pair
        raise InputError(
            "there is only one system to compare", hint="name a second run, or one with two systems"
        )
    found = [
        comparison
        for first, second in combinations(results, 2)
        for comparison in _pair(first, second, results, seed)
    ]
    return [each for measure in _measures(found) for each in _corrected(found, measure)]


def _pair(first: str, second: str, results: Results, seed: int) -> list[Comparison]:
    ours, theirs = results[second], results[first]
    shared = [case for case in theirs if case in ours]
    if not shared:
        raise InputError(
            f"'{first}' and '{second}' have no question in common",
            hint="compare runs of the same task, with the same --seed",
        )
    if other := next((c for c in shared if ours[c].question != theirs[c].question), None):
        raise InputError(
            f"the question '{other}' is not the same in '{first}' and '{second}'",
            hint="compare runs of the same task",
        )
    before, after = (_values([side[case] for case in shared]) for side in (theirs, ours))
    comparisons = []
    for measure in (name for name in before if name in after):
        pairs = [
            (x, y)
            for x, y in zip(before[measure], after[measure], strict=True)
            if x is not None and y is not None
        ]
        if pairs:
            old, new = [x for x, _ in pairs], [y for _, y in pairs]
            difference = paired_difference(new, old, seed=seed)
            means = sum(old) / len(old), sum(new) / len(new)
            comparisons.append(Comparison(measure, first, second, *means, difference, difference.p))
    return comparisons


def _values(records: Sequence[Record]) -> dict[str, list[float | None]]:
    """Every measure of the records, in their order; None where a record lacks it."""
    names = dict.fromkeys(name for record in records for name in record.metrics)
    return {
        ACCURACY: [None if r.correct is None else float(r.correct) for r in records],
        **{name: [r.metrics.get(name) for r in records] for name in names},
        "answered": [float(not r.abstained) for r in records],
        SECONDS: [r.seconds for r in records],
    }


def _measures(comparisons: Sequence[Comparison]) -> list[str]:
    return list(dict.fromkeys(each.measure for each in comparisons))


def _corrected(comparisons: Sequence[Comparison], measure: str) -> list[Comparison]:
    """The comparisons by one measure with p corrected for their number (Holm, 1979)."""
    own = [each for each in comparisons if each.measure == measure]
    ranked = sorted(range(len(own)), key=lambda at: own[at].difference.p)
    corrected: dict[int, float] = {}
    highest = 0.0
    for rank, at in enumerate(ranked):
        highest = max(highest, min(1.0, own[at].difference.p * (len(own) - rank)))
        corrected[at] = highest
    return [
        Comparison(
            e.measure, e.first, e.second, e.mean_first, e.mean_second, e.difference, corrected[at]
        )
        for at, e in enumerate(own)
    ]


def comparison_json(comparisons: Sequence[Comparison]) -> list[dict[str, Any]]:
    """The comparisons as plain values."""
    return [{**asdict(each), "significant": each.significant} for each in comparisons]


HEADINGS = (
    "measure",
    "first",
    "second",
    "questions",
    "of first",
    "of second",
    "second - first",
    "95 %",
    "p",
)


def comparison_table(comparisons: Sequence[Comparison]) -> str:
    """The comparisons as Markdown; a star stands beside a significant difference."""
    lines = [f"| {' | '.join(HEADINGS)} |", "|" + "---|" * len(HEADINGS)]
    for each in comparisons:
        unit = 1 if each.measure == SECONDS else 100
        gap = each.difference
        cells = (
            each.measure,
            each.first,
            each.second,
            str(gap.count),
            f"{unit * each.mean_first:.3g}",
            f"{unit * each.mean_second:.3g}",
            f"{unit * gap.value:+.3g}{' *' if each.significant else ''}",
            f"[{unit * gap.low:+.3g}, {unit * gap.high:+.3g}]",
            f"{each.corrected:.3f}",
        )
        lines.append(f"| {' | '.join(cells)} |")
    note = (
        "Shares in percent, time in seconds. Paired bootstrap over the questions of both; p is"
        " corrected for the number of pairs (Holm), * means p < 0.05."
    )
    return "\n".join([*lines, "", note]) + "\n"
