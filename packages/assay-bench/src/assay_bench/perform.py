"""From a name to what it stands for: a task to run systems over, or an experiment."""

from __future__ import annotations

from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from typing import cast

from assay.config import Settings
from assay.errors import InputError
from assay.wiring import build_nli_scorer
from assay_bench.case import AnswerKind
from assay_bench.catalogue import EXPERIMENTS, ExperimentEntry
from assay_bench.corpus_index import with_index
from assay_bench.request import Request
from assay_bench.runs.finish import SUMMARY, finish, summarise_run
from assay_bench.runs.folder import RUN
from assay_bench.runs.run import on_cluster, run
from assay_bench.runs.system import check_strategies, named_systems
from assay_bench.task import Task
from assay_bench.tasks.forms import FORMS
from assay_bench.tasks.load import load_task


def perform(name: str, request: Request) -> Path:
    """The file to show for it: of a task its summary, of an experiment what it wrote."""
    check_name(name)
    if name in FORMS:
        return run_task(name, request)
    return _experiment(EXPERIMENTS[name], request)


def check_name(name: str) -> None:
    """Refuse a name that stands for nothing."""
    names = [*FORMS, *EXPERIMENTS]
    if name not in names:
        near = get_close_matches(name, names, 1)
        raise InputError(
            f"'{name}' is neither a task nor an experiment",
            hint=f"did you mean {near[0]}?" if near else f"choose from: {', '.join(names)}",
        )


def brings_data(name: str) -> bool:
    """True for an experiment that needs no --data."""
    return name in EXPERIMENTS and EXPERIMENTS[name].brings_data


def run_task(name: str, request: Request) -> Path:
    """The summary of a whole run; an interrupted one leaves a summary of what is done."""
    task = load_task(name, request.needed_data()).sample(request.limit, request.seed)
    _refuse_quoting_labels(task, request.settings)
    check_strategies(request.strategies)
    settings = with_index(task, request.settings, request.out)
    systems = named_systems(request.strategies, settings)
    try:
        run(
            task,
            systems,
            request.out,
            seed=request.seed,
            jobs=request.jobs,
            progress=request.progress,
            nli=None if request.ray else build_nli_scorer(settings),
            answering=on_cluster(request.ray, judged=True),
        )
    except KeyboardInterrupt:
        if (request.out / RUN).is_file():
            summarise_run(request.out)
        raise
    finish(request.out)
    return request.out / SUMMARY


def _refuse_quoting_labels(task: Task, settings: Settings) -> None:
    """A reader that quotes can neither choose nor call true; measured, it is at chance."""
    labels = any(case.kind in (AnswerKind.CHOICE, AnswerKind.TRUE_FALSE) for case in task.cases)
    if labels and settings.generator.name == "extractive":
        raise InputError(
            f"'{task.name}' asks for a choice or for true or false; the reader can only quote",
            hint="add --generator local, or --model NAME (with --base-url URL of its server)",
        )


def _experiment(entry: ExperimentEntry, request: Request) -> Path:
    if request.ray is not None and not entry.spreads:
        raise InputError(
            "this experiment is measured in one process",
            hint="leave out --engine ray",
        )
    module, _, function = entry.runs.partition(":")
    return cast(Path, getattr(import_module(module), function)(request))
