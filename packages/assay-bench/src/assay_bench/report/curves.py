"""Risk-coverage curves of the systems of a run."""

from __future__ import annotations

from collections.abc import Sequence

from assay_bench.metrics.abstention import Point, risk_coverage
from assay_bench.runs.record import Record


def curves(records: Sequence[Record]) -> dict[str, list[Point]]:
    """The curve of each system that says how sure it is; it ends at the share it answered."""
    found: dict[str, list[Point]] = {}
    for name in dict.fromkeys(record.strategy for record in records):
        judged = [r for r in records if r.strategy == name and r.correct is not None]
        kept = [r for r in judged if not r.abstained]
        sure = [r.answer.get("confidence") for r in kept]
        known = [float(each) for each in sure if each is not None]
        if known and len(known) == len(kept):
            right = [bool(record.correct) for record in kept]
            found[name] = risk_coverage(list(zip(known, right, strict=True)), len(judged))
    return found
