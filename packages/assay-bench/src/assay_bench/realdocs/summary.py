"""What a run comes to, over all questions, by corpus and by kind."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any

from assay_bench.metrics.bootstrap import Interval, mean_interval
from assay_bench.metrics.evaluator import calibration_error
from assay_bench.realdocs.judge import Outcome
from assay_bench.realdocs.records import Record

SHALLOW, DEEP, BEST = 10, 40, 3
BUCKETS = (0.0, 0.2, 0.4, 0.6, 0.8)


def _within(rank: int | None, count: int) -> bool:
    return rank is not None and rank <= count


# Over the questions that can be answered; one line for each column of the tables.
MEASURES: dict[str, Callable[[Record], bool]] = {
    "in the index": lambda r: r.in_index,
    "first 10": lambda r: _within(r.retrieved, SHALLOW),
    "first 40": lambda r: _within(r.retrieved, DEEP),
    "best 3": lambda r: _within(r.scored, BEST),
    "best 1": lambda r: _within(r.scored, 1),
    "shown": lambda r: r.shown,
    "right": lambda r: r.outcome == Outcome.RIGHT,
    "partly": lambda r: r.outcome == Outcome.PARTLY,
    "wrong": lambda r: r.outcome == Outcome.WRONG,
    "refused": lambda r: r.outcome == Outcome.REFUSED,
}
IN_NAMED_FILES: dict[str, Callable[[Record], bool]] = {
    "in the index": lambda r: r.in_index_in_file,
    "first 10": lambda r: _within(r.retrieved_in_file, SHALLOW),
    "first 40": lambda r: _within(r.retrieved_in_file, DEEP),
    "best 3": lambda r: _within(r.scored_in_file, BEST),
    "best 1": lambda r: _within(r.scored_in_file, 1),
}


@dataclass(frozen=True, slots=True)
class Bucket:
    """Answers given with a confidence from `low` up to `high`, and how many were right."""

    low: float
    high: float
    right: Interval


@dataclass(frozen=True, slots=True)
class Group:
    """The figures of some questions.

    `unanswerable_refused` is over the questions that the documents do not answer, everything else
    in `measures` and `in_named_files` over the others; the latter counts only passages from files
    that the question names. `calibration_error` is over the answers that state a confidence.
    """

    name: str
    answerable: int
    unanswerable: int
    measures: Mapping[str, Interval]
    in_named_files: Mapping[str, Interval]
    unanswerable_refused: Interval
    confidence: tuple[Bucket, ...]
    calibration_error: float
    median_seconds: float


@dataclass(frozen=True, slots=True)
class Summary:
    """All questions, and the same by corpus and by kind."""

    overall: Group
    by_corpus: tuple[Group, ...]
    by_kind: tuple[Group, ...]


def summarise(records: Sequence[Record]) -> Summary:
    """The figures of the records."""
    return Summary(
        _group("all", records),
        _groups(records, lambda record: record.corpus),
        _groups(records, lambda record: record.kind),
    )


def summary_json(summary: Summary) -> dict[str, Any]:
    """The figures as plain values, None in place of what is not a number."""
    plain: dict[str, Any] = _plain(asdict(summary))
    return plain


def _groups(records: Sequence[Record], of: Callable[[Record], str]) -> tuple[Group, ...]:
    names = sorted({of(record) for record in records})
    return tuple(_group(name, [r for r in records if of(r) == name]) for name in names)


def _group(name: str, records: Sequence[Record]) -> Group:
    answerable = [record for record in records if not record.unanswerable]
    others = [record for record in records if record.unanswerable]
    sure = [
        (record.confidence, record.right)
        for record in records
        if record.confidence is not None and not record.refused
    ]
    return Group(
        name=name,
        answerable=len(answerable),
        unanswerable=len(others),
        measures=_shares(answerable, MEASURES),
        in_named_files=_shares(answerable, IN_NAMED_FILES),
        unanswerable_refused=mean_interval([float(record.refused) for record in others]),
        confidence=_buckets(sure),
        calibration_error=calibration_error([said for said, _ in sure], [ok for _, ok in sure]),
        median_seconds=statistics.median([r.seconds for r in records]) if records else math.nan,
    )


def _shares(
    records: Sequence[Record], measures: Mapping[str, Callable[[Record], bool]]
) -> dict[str, Interval]:
    return {
        name: mean_interval([float(holds(record)) for record in records])
        for name, holds in measures.items()
    }


def _buckets(sure: Sequence[tuple[float, bool]]) -> tuple[Bucket, ...]:
    borders = (*BUCKETS, math.inf)
    return tuple(
        Bucket(low, min(1.0, high), mean_interval([float(ok) for c, ok in sure if low <= c < high]))
        for low, high in pairwise(borders)
    )


def _plain(value: Any) -> Any:  # noqa: ANN401 - any nesting of plain values
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return None if isinstance(value, float) and math.isnan(value) else value
