"""The figures of verification as tables for people and as JSON for machines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from assay_bench.metrics.bootstrap import Interval
from assay_bench.verification.answers import AnswersResult
from assay_bench.verification.citations import CitationsResult, SpeedResult
from assay_bench.verification.claims import ClaimsResult


@dataclass(slots=True)
class Results:
    """What was measured; what was not asked for stays empty."""

    scorer: str
    machine: dict[str, object] = field(default_factory=dict)
    claims: list[ClaimsResult] = field(default_factory=list)
    answers: list[AnswersResult] = field(default_factory=list)
    citations: CitationsResult | None = None
    speed: SpeedResult | None = None

    def as_json(self) -> dict[str, Any]:
        """All figures as plain values."""
        return asdict(self)


def tables(results: Results) -> str:
    """Markdown: one table for each kind of figure."""
    parts = []
    if results.claims:
        rows = [
            [r.name, str(r.accuracy.count), str(r.classes), *map(shown, _figures(r))]
            for r in results.claims
        ]
        head = ["claims", "n", "classes", "network: balanced accuracy", "macro F1"]
        parts.append(
            table([*head, "verifier, supported or not: balanced accuracy", "macro F1"], rows)
        )
    if results.answers:
        rows = [
            [r.name, str(r.accuracy.count), shown(r.accuracy), shown(r.balanced)]
            for r in results.answers
        ]
        parts.append(table(["judged answers", "n", "accuracy", "balanced accuracy"], rows))
    if results.citations is not None:
        c = results.citations
        counts = f"{c.caught.count} + {c.passed.count}"
        row = [counts, shown(c.caught), shown(c.passed)]
        parts.append(
            table(["made answers", "shuffled citations caught", "right ones passed"], [row])
        )
    if results.speed is not None:
        s = results.speed
        figures = [str(s.answers), f"{s.per_second:.1f}", f"{s.median_ms:.0f}"]
        head = ["3 sentences x 5 references", "answers/s", "median ms", "slowest ms"]
        parts.append(table(head, [[*figures, f"{s.slowest_ms:.0f}"]]))
    return "\n\n".join(parts)


def _figures(result: ClaimsResult) -> tuple[Interval, ...]:
    return result.accuracy, result.f1, result.supported_accuracy, result.supported_f1


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def shown(interval: Interval) -> str:
    """A figure with its interval."""
    return f"{interval.value:.3f} ({interval.low:.3f}-{interval.high:.3f})"
