"""The table and the figure that a run ends with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from assay.bench.generators.records import Record
from assay.bench.metrics.abstention import aurc, risk_coverage
from assay.bench.report.charts import risk_coverage_chart

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
    kept = [r for r in records if not r.refused]
    citations = sum(r.citations for r in records)
    right = [r for r in records if r.right and r.citations]
    scored = bool(records) and all(r.scored for r in records)
    points = risk_coverage([(r.confidence, r.right) for r in records])
    return [
        dataset,
        generator,
        str(len(records)),
        _share(sum(r.right for r in records), len(records)),
        _share(len(kept), len(records)),
        _share(sum(r.right for r in kept), len(kept)),
        f"{100 * (1 - aurc(points)):.1f}",
        f"{citations / len(records):.2f} each",
        _share(sum(r.relevant for r in records), citations) if scored else "",
        _share(sum(r.supporting for r in records), citations) if scored else "",
        _share(sum(r.matching > 0 for r in right), len(right)),
        f"{sorted(r.ms for r in records)[len(records) // 2]:.0f}",
    ]


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}" if whole else ""


def draw(runs: Runs, stem: Path) -> None:
    """Write the risk-coverage curves as SVG and PNG, a panel for each dataset."""
    panels = {
        dataset: {
            generator: risk_coverage([(r.confidence, r.right) for r in records])
            for (where, generator), records in runs.items()
            if where == dataset and records
        }
        for dataset, _ in runs
    }
    risk_coverage_chart(panels).save(stem)
