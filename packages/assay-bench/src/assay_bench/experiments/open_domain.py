"""What CoV-RAG's experiments share: four sets of questions over an index, five references."""

from __future__ import annotations

from dataclasses import replace

from assay.config import Settings
from assay.config.profiles import PAPER_REFERENCES
from assay_bench.task import Task
from assay_bench.verification.lines import reported

TASKS = ("nq", "webquestions", "mintaka", "triviaqa")
HALVED = ("nq", "triviaqa", "nq-searches", "triviaqa-searches")


def unseen(task: Task) -> Task:
    """The questions that our evaluator was not trained on; what they bring is left at home.

    All systems look into the index, where a revised question can find something else.
    """
    cases = (replace(case, internal=None, external=None, labels=()) for case in task.cases)
    if task.name not in HALVED:
        return replace(task, cases=tuple(cases))
    return replace(task, cases=tuple(case for case in cases if reported(case.question)))


def five_references(settings: Settings) -> Settings:
    """The paper's number of references for every system, unless the user chose another."""
    if "top_k" in settings.retrieval.model_fields_set:
        return settings
    retrieval = settings.retrieval.model_copy(update={"top_k": PAPER_REFERENCES})
    return settings.model_copy(update={"retrieval": retrieval})
