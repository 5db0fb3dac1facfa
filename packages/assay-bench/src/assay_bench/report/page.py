"""The report of a run: one file of HTML that opens offline and reads without scripts."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

from assay.distribution import install
from assay_bench.case import Case
from assay_bench.extras import NAME
from assay_bench.report.chart import Chart
from assay_bench.report.markup import Markup, join, tag
from assay_bench.report.question_view import differ, question_view
from assay_bench.report.tables import comparison_table, summary_table, verdict_table
from assay_bench.runs.compare import ACCURACY, compare, results_of
from assay_bench.runs.record import Record
from assay_bench.runs.summary import Summary, summarise

MAX_QUESTIONS = 500
MAX_CHARACTERS = 8_000_000
_OUTCOMES = (
    ("", "all"),
    ("differ", "systems differ"),
    ("right", "right"),
    ("wrong", "wrong"),
    ("declined", "declined"),
)


def page(
    run: Mapping[str, Any],
    cases: Mapping[str, Case],
    records: Sequence[Record],
    charts: Mapping[str, Chart],
    *,
    max_questions: int = MAX_QUESTIONS,
    max_characters: int = MAX_CHARACTERS,
) -> str:
    """The whole page; questions beyond the limits are left out, and it says so."""
    found = summarise(records, cases)
    title = f"{run.get('task') or 'a run'}: {', '.join(each.strategy for each in found)}"
    body = [
        _introduction(run, found),
        _tables(found, records),
        _plots(charts),
        _questions(cases, records, max_questions, max_characters),
    ]
    return _document(title, join(body))


def _document(title: str, body: Markup) -> str:
    style, script = _part("page.css"), _part("page.js")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    # Should an escape ever be missed, a script or a request in it still does nothing.
    policy = (
        f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'; "
        "base-uri 'none'; form-action 'none'"
    )
    head = [
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=policy),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="referrer", content="no-referrer"),
        tag("title", f"{title} \u00b7 assay bench"),
        tag("style", Markup(style)),
    ]
    inside = tag("body", tag("main", body), tag("script", Markup(script)))
    return f"<!doctype html>\n{tag('html', tag('head', head), inside, lang='en')}\n"


def _part(name: str) -> str:
    return (files("assay_bench.report") / name).read_text("utf-8")


def _introduction(run: Mapping[str, Any], found: Sequence[Summary]) -> Markup:
    counts = {each.questions for each in found}
    questions = (
        f"{min(counts)} to {max(counts)}" if len(counts) > 1 else f"{max(counts, default=0)}"
    )
    lines = [f"{questions} questions", f"{len(found)} systems", f"seed {run.get('seed', 0)}"]
    return join(
        [
            tag("h1", str(run.get("task") or "A run")),
            tag("p", str(run["description"]), class_="lead") if run.get("description") else None,
            tag("p", " \u00b7 ".join(lines), class_="lead"),
            tag("p", f"questions from {run['source']}", class_="spent")
            if run.get("source")
            else None,
        ]
    )


def _tables(found: Sequence[Summary], records: Sequence[Record]) -> Markup:
    parts: list[Markup] = [
        tag("h2", "Systems"),
        summary_table(found),
        _small(
            "Beside a figure stands its 95 % bootstrap interval over the questions. To decline "
            "counts as right only where the question has no answer."
        ),
    ]
    if len(found) > 1:
        pairs = [e for e in compare(results_of({Path(): records})) if e.measure == ACCURACY]
        if pairs:
            parts += [
                tag("h2", "Differences in accuracy"),
                comparison_table(pairs),
                _small(
                    "Paired bootstrap over the same questions, two-sided; p is corrected for the "
                    "number of pairs (Holm)."
                ),
            ]
    if any(each.verdicts for each in found):
        parts += [tag("h2", "Verdicts on the retrieval"), verdict_table(records)]
    return join(parts)


def _small(text: str) -> Markup:
    return tag("p", text, class_="spent")


def _plots(charts: Mapping[str, Chart]) -> Markup:
    if not charts:
        return tag(
            "p", f"The plots are left out: they need {install('plots', NAME)}.", class_="note"
        )
    figures = [
        tag("figure", Markup(chart.inline(f"chart{number}")), tag("figcaption", caption))
        for number, (caption, chart) in enumerate(charts.items())
    ]
    return join([tag("h2", "Plots"), tag("div", figures, class_="charts")])


def _questions(
    cases: Mapping[str, Case], records: Sequence[Record], most: int, max_characters: int
) -> Markup:
    grouped: dict[str, list[Record]] = {}
    for record in records:
        grouped.setdefault(record.case, []).append(record)
    # Where systems differ there is most to see, so those questions come before the limit.
    chosen = sorted(grouped, key=lambda case: not differ(grouped[case]))[:most]
    order = {case: number for number, case in enumerate(grouped, 1)}
    shown: dict[int, Markup] = {}
    left = max_characters
    for case in chosen:
        mine = grouped[case]
        known = cases.get(case) or Case(case, mine[0].question)
        view = question_view(order[case], known, mine)
        left -= len(view)
        if left < 0:
            break
        shown[order[case]] = view
    note = None
    if len(shown) < len(grouped):
        note = tag(
            "p",
            f"{len(shown):,} of {len(grouped):,} questions are shown, those first on which the "
            "systems differ; records.jsonl beside this page holds them all.",
            class_="note",
        )
    views = [shown[number] for number in sorted(shown)]
    return join([tag("h2", "Questions"), note, _filters(records), views])


def _filters(records: Sequence[Record]) -> Markup:
    verdicts = dict.fromkeys(str(r.answer["verdict"]) for r in records if r.answer.get("verdict"))
    outcomes = [tag("option", label, value=value) for value, label in _OUTCOMES]
    named = [tag("option", "all", value=""), *(tag("option", v, value=v) for v in verdicts)]
    return tag(
        "div",
        tag("label", "Words", tag("input", id="filter-text", type="search")),
        tag("label", "Outcome", tag("select", outcomes, id="filter-outcome")),
        tag("label", "Verdict", tag("select", named, id="filter-verdict")),
        tag("span", id="shown", class_="spent", role="status"),
        class_="filters",
    )
