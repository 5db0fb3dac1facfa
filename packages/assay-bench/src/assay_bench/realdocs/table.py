"""The figures of a run as Markdown."""

from __future__ import annotations

import math
from collections.abc import Sequence

from assay_bench.metrics.bootstrap import Interval
from assay_bench.realdocs.summary import IN_NAMED_FILES, MEASURES, Group, Summary

NOTE = (
    "Shares in percent of the questions that can be answered; in brackets, where the figure lies"
    " with 95 % certainty (bootstrap)."
)


def summary_table(summary: Summary) -> str:
    """The whole page: by corpus, by kind, by named file, and how far confidence can be trusted."""
    corpora = [summary.overall, *summary.by_corpus]
    parts = [
        "# Your own documents",
        NOTE,
        "## By corpus",
        _groups("corpus", corpora),
        "## By kind of question",
        _groups("kind", summary.by_kind),
        "## Evidence from the files that the questions name",
        _table(
            ["corpus", *IN_NAMED_FILES],
            [[each.name, *map(_percent, each.in_named_files.values())] for each in corpora],
        ),
        "## Confidence",
        _confidence(summary.overall),
    ]
    return "\n\n".join(parts) + "\n"


def _groups(what: str, groups: Sequence[Group]) -> str:
    heads = [what, "questions", *MEASURES, "unanswerable refused", "median s"]
    rows = [
        [
            each.name,
            f"{each.answerable} + {each.unanswerable}",
            *map(_percent, each.measures.values()),
            _percent(each.unanswerable_refused),
            f"{each.median_seconds:.2f}",
        ]
        for each in groups
    ]
    return _table(heads, rows)


def _confidence(group: Group) -> str:
    rows = [
        [f"{each.low:.1f} to {each.high:.1f}", str(each.right.count), _percent(each.right)]
        for each in group.confidence
    ]
    error = group.calibration_error
    shown = "none" if math.isnan(error) else f"{error:.3f}"
    return (
        _table(["confidence", "answers", "right"], rows)
        + f"\n\nExpected calibration error: {shown}."
    )


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    lines = [heads, ["-" * width for width in widths], *rows]
    return "\n".join(_row(line, widths) for line in lines)


def _row(cells: Sequence[str], widths: Sequence[int]) -> str:
    padded = (cell.ljust(width) for cell, width in zip(cells, widths, strict=True))
    return f"| {' | '.join(padded)} |"


def _percent(interval: Interval) -> str:
    if not interval.count:
        return "-"
    value, low, high = (100 * each for each in (interval.value, interval.low, interval.high))
    return f"{value:.0f} ({low:.0f}-{high:.0f})"
