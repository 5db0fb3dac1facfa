"""CRAG, figure 3: accuracy as good retrievals are taken away at random."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from assay.errors import InputError
from assay.types import Passage
from assay_bench.case import Case
from assay_bench.experiments.arms import plain
from assay_bench.experiments.differences import ANSWERING, EVALUATOR, KNOWLEDGE, MODELS, REFLECTION
from assay_bench.experiments.experiment import Arm, Experiment
from assay_bench.experiments.figure import Figure
from assay_bench.experiments.perform import perform
from assay_bench.metrics.bootstrap import Interval
from assay_bench.metrics.text_match import matches
from assay_bench.report.chart import Chart
from assay_bench.report.charts import line_chart
from assay_bench.request import Request
from assay_bench.task import Task

RATES = (0, 25, 50, 75, 100)


def worse_retrievals(task: Task, seed: int) -> dict[str, Task]:
    """The task with so many percent of its good retrievals taken away, by the name of the rate.

    What is taken away at one rate stays away at a higher one.
    """
    good = [at for at, case in enumerate(task.cases) if any(_good(case))]
    if not good:
        raise InputError(
            f"no retrieval of {task.source} holds an answer, so none can be taken away",
            hint="the questions must bring passages: `passages`, `ctxs` or `internal`",
        )
    random.Random(seed).shuffle(good)
    worlds = {}
    for rate in RATES:
        taken = set(good[: round(len(good) * rate / 100)])
        cases = tuple(
            _without_good(case, task.cases[at - 1].internal or ()) if at in taken else case
            for at, case in enumerate(task.cases)
        )
        worlds[f"{task.name}, {rate} % removed"] = replace(task, cases=cases)
    return worlds


def _good(case: Case) -> list[bool]:
    """Which passages hold an answer, or are labelled as relevant where somebody judged them."""
    labels = case.labels or (None,) * len(case.internal or ())
    return [
        matches(f"{passage.title}\n{passage.text}", case.answers) if label is None else label == 1
        for passage, label in zip(case.internal or (), labels, strict=True)
    ]


def _without_good(case: Case, others: Sequence[Passage]) -> Case:
    """The case without its good passages; a retriever that finds nothing right finds others."""
    kept = tuple(p for p, good in zip(case.internal or (), _good(case), strict=True) if not good)
    if not kept:
        kept = tuple(p for p in others if not matches(f"{p.title}\n{p.text}", case.answers))
    return replace(case, internal=kept, labels=(0,) * len(kept) if case.labels else ())


def lines(figures: list[Figure]) -> dict[str, Chart]:
    """One line for each system, over the rates."""
    drawn: dict[str, list[tuple[float, Interval]]] = {}
    for each in figures:
        rate = float(each.world.rpartition(", ")[2].split()[0])
        drawn.setdefault(each.arm, []).append((rate, each.value))
    chart = line_chart(drawn, x_label="good retrievals removed, %", y_label="accuracy, %")
    return {"figure3": chart}


EXPERIMENT = Experiment(
    name="figure3",
    title="CRAG, figure 3: accuracy as good retrievals are removed at random",
    tasks=("popqa",),
    arms=(
        Arm("RAG", plain("rag")),
        Arm("CRAG", plain("crag")),
        Arm("Self-RAG", plain("self_rag")),
        Arm("Self-CRAG", plain("self_crag"), against="Self-RAG"),
    ),
    worlds=worse_retrievals,
    differs=(
        "The paper shows a figure without numbers, for Self-RAG and Self-CRAG only: both fall as"
        " retrieval grows worse, Self-CRAG more slowly.",
        "A retrieval is good when a passage is labelled relevant or, without labels, holds a right"
        " answer. Where nothing else is left, the passages of another question take its place.",
        MODELS,
        EVALUATOR,
        REFLECTION,
        KNOWLEDGE,
        ANSWERING,
    ),
)


def run(request: Request) -> Path:
    """The page of the figure."""
    return perform(EXPERIMENT, request, lines)
