"""CRAG, figure 3 over raw retrieval: what is taken away leaves passages near the topic."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from assay.config import Settings
from assay.errors import InputError
from assay.ports import Retriever
from assay.types import Passage
from assay.wiring import build_retriever
from assay_bench.case import Case
from assay_bench.experiments.crag import figure3
from assay_bench.experiments.crag.raw import SET_UP
from assay_bench.experiments.differences import ANSWERING, EVALUATOR, MODELS, REFLECTION
from assay_bench.experiments.experiment import Experiment
from assay_bench.experiments.open_domain import unseen
from assay_bench.experiments.perform import perform
from assay_bench.experiments.two_sources import with_two_sources
from assay_bench.metrics.text_match import matches
from assay_bench.request import Request
from assay_bench.task import Task

READ = 10
DEEPER = 3
"""So many times as many passages are retrieved: what moves up is near the topic, too."""

EXPERIMENT = Experiment(
    name="raw-figure3",
    title="CRAG, figure 3 over raw retrieval: good retrievals removed, near ones left",
    tasks=("popqa-searches",),
    arms=figure3.EXPERIMENT.arms,
    select=unseen,
    differs=(
        "The paper shows a figure without numbers, for Self-RAG and Self-CRAG only.",
        SET_UP,
        "A retrieval is good when one of its ten passages holds a right answer. Taken away are all"
        " passages that do; the next ones of the ranking move up, which are near the topic.",
        MODELS,
        EVALUATOR,
        REFLECTION,
        ANSWERING,
    ),
)


def near_topic(retriever: Retriever) -> Callable[[Task, int], Mapping[str, Task]]:
    """Makes the worlds of a task: at each rate, so many good retrievals without what made them."""

    def worlds(task: Task, seed: int) -> Mapping[str, Task]:
        found = {case.id: retriever.retrieve(case.question) for case in task.cases}
        good = [c.id for c in task.cases if any(_holds(p, c) for p in found[c.id][:READ])]
        if not good:
            raise InputError(
                f"no retrieval for {task.source} holds an answer, so none can be taken away",
                hint="add --index DIR of passages that answer these questions",
            )
        random.Random(seed).shuffle(good)
        made = {}
        for rate in figure3.RATES:
            taken = set(good[: round(len(good) * rate / 100)])
            cases = [_with(case, found[case.id], case.id in taken) for case in task.cases]
            made[f"{task.name}, {rate} % removed"] = replace(task, cases=tuple(cases))
        return made

    return worlds


def _with(case: Case, found: tuple[Passage, ...], without_good: bool) -> Case:
    kept = [p for p in found if not _holds(p, case)] if without_good else list(found)
    return replace(case, internal=tuple(kept[:READ]))


def _holds(passage: Passage, case: Case) -> bool:
    return matches(f"{passage.title}\n{passage.text}", case.answers)


def _deep(settings: Settings) -> Settings:
    retrieval = settings.retrieval.model_copy(update={"top_k": READ * DEEPER})
    return settings.model_copy(update={"retrieval": retrieval})


def over(settings: Settings) -> Experiment:
    """The experiment with the index of the settings as what is taken away from."""
    return replace(EXPERIMENT, worlds=near_topic(build_retriever(_deep(settings))))


def run(request: Request) -> Path:
    """The page of the figure."""
    settings = with_two_sources(request)
    return perform(over(settings), replace(request, settings=settings), figure3.lines)
