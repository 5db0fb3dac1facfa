"""The tables of a report: one row for each system or pair of systems."""

from __future__ import annotations

import math
from collections.abc import Sequence

from assay.types import Verdict
from assay_bench.metrics.bootstrap import Interval
from assay_bench.report.markup import Markup, tag
from assay_bench.runs.compare import Comparison
from assay_bench.runs.record import Record
from assay_bench.runs.summary import Summary

Cell = Interval | str | None


def summary_table(found: Sequence[Summary]) -> Markup:
    """Right answers, what was answered, every metric of the records, and what it cost."""
    metrics = list(dict.fromkeys(name for each in found for name in each.metrics))
    tokens = any(each.cost.tokens for each in found)
    searches = any(each.cost.searches for each in found)
    rows = [
        [
            each.strategy,
            str(each.questions),
            each.accuracy,
            _percent(each.refusals.answered),
            _percent(each.refusals.accuracy) if each.judged else None,
            *(each.metrics.get(name) for name in metrics),
            "" if math.isnan(each.curve) else f"{each.curve:.3f}",
            "" if math.isnan(each.auroc) else f"{each.auroc:.3f}",
            f"{each.seconds.p50:.3g}",
            f"{each.seconds.p90:.3g}",
            f"{each.cost.tokens:,.0f}" if tokens else None,
            f"{each.cost.searches:.2f}" if searches else None,
        ]
        for each in found
    ]
    heads = ["system", "questions", "accuracy, %", "answered, %", "of answered right, %"]
    heads += [f"{name.replace('_', ' ')}, %" for name in metrics]
    heads += ["AURC", "AUROC of scores", "median s", "90th percentile s", "tokens", "searches"]
    return table(heads, rows)


def comparison_table(found: Sequence[Comparison]) -> Markup:
    """Each pair of systems on the same questions, by accuracy."""
    rows: list[list[Cell]] = [
        [
            each.second,
            each.first,
            str(each.difference.count),
            f"{100 * each.difference.value:+.1f}",
            f"{100 * each.difference.low:+.1f} to {100 * each.difference.high:+.1f}",
            f"{each.corrected:.3f}",
            "yes" if each.significant else "no",
        ]
        for each in found
    ]
    heads = ["system", "against", "questions", "points", "95 % interval", "p", "significant"]
    return table(heads, rows)


def verdict_table(records: Sequence[Record]) -> Markup:
    """How often each system gave each verdict, and how often its answer was then right."""
    counted: dict[str, dict[str, list[bool | None]]] = {}
    for record in records:
        if verdict := record.answer.get("verdict"):
            by_verdict = counted.setdefault(record.strategy, {})
            by_verdict.setdefault(verdict, []).append(record.correct)
    rows = [[name, *(_counted(of.get(v, [])) for v in Verdict)] for name, of in counted.items()]
    return table(["system", *(str(verdict) for verdict in Verdict)], rows)


def table(heads: Sequence[str], rows: Sequence[Sequence[Cell]]) -> Markup:
    """A table that a narrow screen scrolls sideways; columns that are empty everywhere go."""
    kept = [n for n in range(len(heads)) if any(row[n] not in (None, "") for row in rows)]
    head = tag("tr", [tag("th", heads[n], scope="col") for n in kept])
    body = [tag("tr", [_cell(row[n], first=n == 0) for n in kept]) for row in rows]
    whole = tag("table", tag("thead", head), tag("tbody", body), class_="sortable")
    return tag("div", whole, class_="wide", tabindex="0")


def _cell(value: Cell, *, first: bool) -> Markup:
    if first:
        return tag("th", str(value), scope="row")
    if isinstance(value, Interval):
        spread = f"{100 * value.low:.1f} to {100 * value.high:.1f}"
        return tag("td", f"{100 * value.value:.1f} ", tag("span", spread, class_="interval"))
    return tag("td", value)


def _counted(right: Sequence[bool | None]) -> str:
    known = [each for each in right if each is not None]
    share = f", {100 * sum(known) / len(known):.0f} % right" if known else ""
    return f"{len(right)}{share}"


def _percent(share: float) -> str:
    return "" if math.isnan(share) else f"{100 * share:.1f}"
