"""Plots and report of a run, written into its folder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from assay.errors import InputError, MissingExtraError, StorageError
from assay_bench.case import Case
from assay_bench.report.chart import Chart
from assay_bench.report.charts import Tradeoff, bar_chart, risk_coverage_chart, tradeoff_chart
from assay_bench.report.curves import curves
from assay_bench.report.page import MAX_QUESTIONS, page
from assay_bench.runs.folder import read_whole
from assay_bench.runs.record import Record
from assay_bench.runs.summary import summarise

REPORT, PLOTS = "report.html", "plots"
_FILES = {
    "Accuracy": "accuracy",
    "Accuracy among the answered, surest first": "risk-coverage",
    "Accuracy against time": "accuracy-time",
}


def write_report(folder: Path, *, max_questions: int = MAX_QUESTIONS) -> Path:
    """The path of the page; without matplotlib it has no plots, and says so."""
    run, cases, records = read_whole(folder)
    if not records:
        raise InputError(f"{folder} holds no records yet", hint="let the run answer a question")
    try:
        charts = run_charts(str(run.get("task") or ""), cases, records)
    except MissingExtraError:
        charts = {}
    text = page(run, cases, records, charts, max_questions=max_questions)
    with _storing(folder):
        _save(folder, charts)
        (folder / REPORT).write_text(text, "utf-8")
    return folder / REPORT


def run_charts(task: str, cases: Mapping[str, Case], records: Sequence[Record]) -> dict[str, Chart]:
    """The charts that the records allow, by caption."""
    bars, risk, rates = _FILES
    found = summarise(records, cases)
    judged = [(each, each.accuracy) for each in found if each.accuracy is not None]
    charts: dict[str, Chart] = {}
    if judged:
        named = [(each.strategy, accuracy) for each, accuracy in judged]
        charts[bars] = bar_chart(named, label="accuracy, %", title=task)
    if sure := curves(records):
        charts[risk] = risk_coverage_chart({task: sure})
    if len(judged) > 1:
        spent = [Tradeoff(e.strategy, e.seconds.mean, accuracy) for e, accuracy in judged]
        charts[rates] = tradeoff_chart(spent)
    return charts


def _save(folder: Path, charts: Mapping[str, Chart]) -> None:
    for caption, chart in charts.items():
        (folder / PLOTS).mkdir(exist_ok=True)
        chart.save(folder / PLOTS / _FILES[caption])


@contextmanager
def _storing(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise StorageError(
            f"cannot write into {folder}: {error.strerror}", hint="check space and permissions"
        ) from error
