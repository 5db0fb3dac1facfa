"""What a run comes to: one line of figures for each system."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from assay_bench.case import Case
from assay_bench.metrics.abstention import Refusals, aurc, refusals
from assay_bench.metrics.bootstrap import Interval, mean_interval
from assay_bench.metrics.cost import Cost, Latency, cost, latency
from assay_bench.metrics.evaluator import auroc
from assay_bench.report.curves import curves
from assay_bench.runs.record import Record


@dataclass(frozen=True, slots=True)
class Summary:
    """The figures of one system.

    `accuracy` is over the `judged` questions, a declined one counting as wrong unless it has no
    answer; `curve` is the mean risk over all shares answered, surest first; `auroc` says how well
    the scores tell labelled passages apart. What does not apply is None or NaN.
    """

    strategy: str
    questions: int
    judged: int
    accuracy: Interval | None
    refusals: Refusals
    curve: float
    auroc: float
    metrics: Mapping[str, Interval]
    verdicts: Mapping[str, int]
    seconds: Latency
    cost: Cost


def summarise(records: Sequence[Record], cases: Mapping[str, Case]) -> list[Summary]:
    """One summary for each system, in the order of the records."""
    names = dict.fromkeys(record.strategy for record in records)
    return [_summary(name, [r for r in records if r.strategy == name], cases) for name in names]


def _summary(name: str, records: list[Record], cases: Mapping[str, Case]) -> Summary:
    judged = [record for record in records if record.correct is not None]
    keys = dict.fromkeys(key for record in records for key in record.metrics)
    return Summary(
        strategy=name,
        questions=len(records),
        judged=len(judged),
        accuracy=mean_interval([float(bool(r.correct)) for r in judged]) if judged else None,
        refusals=_refusals(records, cases),
        curve=aurc(curves(records).get(name, [])),
        auroc=_auroc(records, cases),
        metrics={
            key: mean_interval([r.metrics[key] for r in records if key in r.metrics])
            for key in keys
        },
        verdicts=dict(Counter(v for r in records if (v := r.answer.get("verdict")))),
        seconds=latency([r.seconds for r in records]),
        cost=cost([r.tokens for r in records], [r.searches for r in records]),
    )


def _refusals(records: Sequence[Record], cases: Mapping[str, Case]) -> Refusals:
    """Who declined what; an answer that nobody could judge is neither right nor wrong."""
    found = refusals(
        [r.abstained for r in records],
        [not cases[r.case].unanswerable for r in records],
        [bool(r.correct) for r in records],
    )
    known = [bool(r.correct) for r in records if r.correct is not None and not r.abstained]
    return replace(found, accuracy=sum(known) / len(known) if known else math.nan)


def _auroc(records: Sequence[Record], cases: Mapping[str, Case]) -> float:
    """How well the scores of a system tell the labelled passages of all cases apart."""
    scores: list[float] = []
    labels: list[bool] = []
    for record in records:
        case = cases[record.case]
        names = [passage.id for passage in case.internal or ()]
        label_of = dict(zip(names, case.labels, strict=False))
        for each in record.answer.get("scores", ()):
            if (label := label_of.get(each["passage"])) is not None:
                scores.append(each["score"])
                labels.append(label == 1)
    return auroc(scores, labels) if len(set(labels)) > 1 else math.nan


def summary_json(run: Mapping[str, Any], summaries: Sequence[Summary]) -> dict[str, Any]:
    """The figures as plain values, with what was run."""
    return {"run": dict(run), "systems": [_plain(asdict(each)) for each in summaries]}


def _plain(value: Any) -> Any:  # noqa: ANN401 - any nesting of plain values
    """The value with None in place of what is not a number."""
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    return None if isinstance(value, float) and math.isnan(value) else value


def summary_table(run: Mapping[str, Any], summaries: Sequence[Summary]) -> str:
    """The figures as Markdown: a row for each measure, a column for each system."""
    metrics = list(dict.fromkeys(key for each in summaries for key in each.metrics))
    columns = [_cells(each, metrics) for each in summaries]
    rows = [[name, *(column[name] for column in columns)] for name in (columns or [{}])[0]]
    kept = [row for row in rows if any(row[1:])]
    widths = [max(map(len, column)) for column in zip(*kept, strict=True)]
    lines = [
        f"# {run['task']}",
        "",
        f"{run['description']}. Source: `{run['source']}`, seed {run['seed']}.",
        "",
        *(_row(row, widths) for row in kept[:1]),
        _row(["-" * width for width in widths], widths),
        *(_row(row, widths) for row in kept[1:]),
        "",
        "Shares in percent; in brackets, where the figure lies with 95 % certainty (bootstrap).",
    ]
    return "\n".join(lines) + "\n"


def _cells(each: Summary, metrics: Sequence[str]) -> dict[str, str]:
    verdicts = {v: each.verdicts.get(v, 0) for v in ("correct", "ambiguous", "incorrect")}
    return {
        "system": each.strategy,
        "questions": str(each.questions),
        "accuracy": percent(each.accuracy),
        "answered": _share(each.refusals.answered),
        "of answered right": _share(each.refusals.accuracy) if each.judged else "",
        "refused, rightly": _share(each.refusals.correct),
        **{key: percent(each.metrics.get(key)) for key in metrics},
        "AUROC of the scores": _share(each.auroc),
        **{f"verdict {v}": str(n) if each.verdicts else "" for v, n in verdicts.items()},
        "seconds, median": f"{each.seconds.p50:.3f}",
        "seconds, 90 %": f"{each.seconds.p90:.3f}",
        "tokens": f"{each.cost.tokens:.0f}" if each.cost.tokens else "",
        "searches": f"{each.cost.searches:.2f}" if each.cost.searches else "",
    }


def percent(interval: Interval | None) -> str:
    """A share and its interval in percent; nothing where there is none."""
    if interval is None or not interval.count:
        return ""
    low, high = 100 * interval.low, 100 * interval.high
    return f"{100 * interval.value:.1f} [{low:.1f}, {high:.1f}]"


def _share(value: float) -> str:
    return "" if math.isnan(value) else f"{100 * value:.1f}"


def _row(cells: Sequence[str], widths: Sequence[int]) -> str:
    padded = (cell.ljust(width) for cell, width in zip(cells, widths, strict=True))
    return f"| {' | '.join(padded)} |"
