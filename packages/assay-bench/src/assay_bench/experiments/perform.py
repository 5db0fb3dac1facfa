"""Runs an experiment task by task, resumable, and writes its table, figures and plots."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from assay.config import Settings
from assay.errors import InputError, MissingExtraError, ModelError
from assay_bench.case import AnswerKind
from assay_bench.corpus_index import with_index
from assay_bench.experiments.experiment import Experiment
from assay_bench.experiments.figure import Figure, figures_of
from assay_bench.experiments.measure import PERCENT
from assay_bench.experiments.page import Skipped, page
from assay_bench.experiments.profile import in_profile, with_thresholds_of
from assay_bench.report.chart import Chart
from assay_bench.report.charts import bar_chart
from assay_bench.request import Progress, Request
from assay_bench.rows.made import Made, made_from
from assay_bench.rows.of_figures import rows_of
from assay_bench.rows.row import ROWS, write_rows
from assay_bench.runs.compare import results_of
from assay_bench.runs.finish import SUMMARY, finish
from assay_bench.runs.folder import read_run
from assay_bench.runs.record import Record
from assay_bench.runs.run import on_cluster, run
from assay_bench.runs.system import System
from assay_bench.task import Task
from assay_bench.tasks.load import load_task

Charts = Callable[[list[Figure]], dict[str, Chart]]


def perform(experiment: Experiment, request: Request, charts: Charts | None = None) -> Path:
    """The page of the experiment; each of its tasks is a run in a folder of its own."""
    settings = in_profile(request.settings, experiment.profile)
    settings = experiment.settings(_answering(settings, not experiment.may_decline))
    worlds, skipped = _worlds(experiment, request, settings)
    total = sum(len(world.cases) for world in worlds.values()) * len(experiment.arms)
    done = 0
    figures: list[Figure] = []
    made: dict[str, Made] = {}
    answers: dict[str, dict[str, list[Record]]] = {}
    for name, world in worlds.items():
        folder = request.out / re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
        indexed = with_thresholds_of(with_index(world, settings, folder), world.name)
        systems = [System(arm.name, indexed, arm.build) for arm in experiment.arms]
        records = run(
            world,
            systems,
            folder,
            seed=request.seed,
            jobs=request.jobs,
            progress=_from(done, total, request.progress),
            answering=on_cluster(request.ray),
        )
        done += len(world.cases) * len(experiment.arms)
        finish(folder)
        results = results_of({folder: records})
        made[name] = made_from(read_run(folder).get("made", {}))
        answers[name] = {arm: list(found.values()) for arm, found in results.items()}
        for measure in experiment.measures_of(world.name):
            try:
                read = measure.open(settings, folder)
            except (ModelError, MissingExtraError) as error:
                skipped.append(Skipped(f"{name}, {measure.name}", str(error)))
                continue
            figures += figures_of(
                experiment, measure, read, world=name, task=world, results=results
            )
    text = page(experiment, figures, skipped, settings, request.seed)
    data = {
        "experiment": experiment.name,
        "title": experiment.title,
        "profile": settings.profile,
        "figures": [asdict(each) for each in figures],
        "skipped": [asdict(each) for each in skipped],
        "differs": list(experiment.differs),
    }
    write_rows(request.out / ROWS, rows_of(experiment, figures, settings, made, answers))
    return write_page(request.out, text, data, _drawn(charts or bars, figures))


def _from(before: int, total: int, progress: Progress) -> Progress:
    """The progress of one run as a part of the whole."""
    return lambda now, _: progress(before + now, total)


def _refuse_choices(task: Task, settings: Settings) -> None:
    """A reader that quotes can neither choose nor judge: its nought would say nothing."""
    closed = task.cases and task.cases[0].kind in (AnswerKind.CHOICE, AnswerKind.TRUE_FALSE)
    if closed and settings.generator.name == "extractive":
        raise InputError(
            "the extractive reader only quotes; to choose or to judge takes a language model",
            hint="add --generator local, or --model NAME (with --base-url URL of its server)",
        )


def _refuse_without_passages(task: Task, settings: Settings) -> None:
    """Said before any work begins, and not when an earlier task is done."""
    bare = task.corpus is None and any(case.internal is None for case in task.cases)
    if bare and settings.index.dir is None:
        raise InputError(
            f"questions of {task.source} bring no passages, and no index was named",
            hint="add --index DIR; `assay index` makes one from your documents",
        )


def _drawn(charts: Charts, figures: list[Figure]) -> dict[str, Chart]:
    """The charts, none without matplotlib."""
    try:
        return charts(figures)
    except MissingExtraError:
        return {}


def _answering(settings: Settings, always: bool) -> Settings:
    """Whether systems may decline is the experiment's choice, unless the user made one."""
    if "always_answer" in settings.generator.model_fields_set:
        return settings
    generator = settings.generator.model_copy(update={"always_answer": always})
    return settings.model_copy(update={"generator": generator})


def _worlds(
    experiment: Experiment, request: Request, settings: Settings
) -> tuple[dict[str, Task], list[Skipped]]:
    """The tasks whose data is there; when there are none, all the reasons are the error."""
    worlds: dict[str, Task] = {}
    skipped: list[Skipped] = []
    reasons: list[InputError] = []
    for name in experiment.tasks:
        try:
            task = experiment.select(load_task(name, request.needed_data()))
            if not task.cases:
                raise InputError(
                    f"our evaluator was trained on every question of {task.source}",
                    hint="add questions that it does not know",
                )
            _refuse_choices(task, settings)
            _refuse_without_passages(task, settings)
        except InputError as error:
            reasons.append(error)
            skipped.append(Skipped(name, str(error)))
            continue
        worlds |= experiment.worlds(task.sample(request.limit, request.seed), request.seed)
    if not worlds:
        hints = dict.fromkeys(error.hint for error in reasons if error.hint)
        raise InputError("; ".join(dict.fromkeys(map(str, reasons))), "; ".join(hints))
    return worlds, skipped


def write_page(out: Path, text: str, data: Mapping[str, Any], charts: Mapping[str, Chart]) -> Path:
    """The page; its figures as JSON and its plots lie beside it."""
    (out / "summary.json").write_text(json.dumps(data, indent=2) + "\n", "utf-8")
    (out / SUMMARY).write_text(text, "utf-8")
    for name, chart in charts.items():
        (out / "plots").mkdir(exist_ok=True)
        chart.save(out / "plots" / name)
    return out / SUMMARY


def bars(figures: list[Figure]) -> dict[str, Chart]:
    """One chart of bars for each task and share."""
    groups: dict[tuple[str, str], list[Figure]] = {}
    for each in figures:
        if each.unit == PERCENT:
            groups.setdefault((each.world, each.measure), []).append(each)
    return {
        re.sub(r"[^a-z0-9]+", "-", f"{world} {measure}".lower()): bar_chart(
            [(each.arm, each.value) for each in group], label=f"{measure}, %", title=world
        )
        for (world, measure), group in groups.items()
    }
