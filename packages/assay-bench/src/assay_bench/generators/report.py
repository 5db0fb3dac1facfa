"""The table and the figure that a run ends with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from assay_bench.metrics.abstention import Point, aurc, risk_coverage
from assay_bench.report.charts import risk_coverage_chart
from assay_bench.runs.record import Record

Runs = Mapping[tuple[str, str], Sequence[Record]]
HEADINGS = (
    "data",
    "generator",
    "questions",
    "accuracy",
    "answered",
    "accuracy of answered",
    "curve",
    "citations",
    "relevant quotes",
    "supporting quotes",
    "quotes with the answer",
    "ms",
)


def table(runs: Runs) -> str:
    """The measures of every run as a table in Markdown.

    `accuracy` counts everything the generator wrote; `answered` is what the rule of abstention
    lets through; `curve` is the mean accuracy over all shares answered, surest first.
    """
    lines = ["| " + " | ".join(HEADINGS) + " |", "|" + "---|" * len(HEADINGS)]
    lines += [
        f"| {' | '.join(_cells(*key, records))} |" for key, records in runs.items() if records
    ]
    return "\n".join(lines)


def _cells(dataset: str, generator: str, records: Sequence[Record]) -> list[str]:
    kept = [r for r in records if not r.metrics["refused"]]
    citations = _total(records, "citations")
    right = [r for r in records if r.correct and r.metrics["citations"]]
    scored = all("relevant" in r.metrics for r in records)
    return [
        dataset,
        generator,
        str(len(records)),
        _share(sum(bool(r.correct) for r in records), len(records)),
        _share(len(kept), len(records)),
        _share(sum(bool(r.correct) for r in kept), len(kept)),
        f"{100 * (1 - aurc(_curve(records))):.1f}",
        f"{citations / len(records):.2f} each",
        _share(_total(records, "relevant"), citations) if scored else "",
        _share(_total(records, "supporting"), citations) if scored else "",
        _share(sum(r.metrics["matching"] > 0 for r in right), len(right)),
        f"{1000 * sorted(r.seconds for r in records)[len(records) // 2]:.0f}",
    ]


def _total(records: Sequence[Record], metric: str) -> float:
    return sum(r.metrics[metric] for r in records)


def _curve(records: Sequence[Record]) -> list[Point]:
    return risk_coverage([(r.metrics["confidence"], bool(r.correct)) for r in records])


def _share(part: float, whole: float) -> str:
    return f"{100 * part / whole:.1f}" if whole else ""


def draw(runs: Runs, stem: Path) -> None:
    """Write the risk-coverage curves as SVG and PNG, a panel for each dataset."""
    panels = {
        dataset: {
            generator: _curve(records)
            for (where, generator), records in runs.items()
            if where == dataset and records
        }
        for dataset, _ in runs
    }
    risk_coverage_chart(panels).save(stem)
