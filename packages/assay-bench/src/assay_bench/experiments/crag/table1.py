"""CRAG, table 1: RAG, CRAG, Self-RAG and Self-CRAG on four datasets."""

from __future__ import annotations

from pathlib import Path

from assay_bench.experiments.arms import plain
from assay_bench.experiments.differences import ANSWERING, EVALUATOR, KNOWLEDGE, MODELS, REFLECTION
from assay_bench.experiments.experiment import Arm, Experiment, Printed
from assay_bench.experiments.measure import (
    ATOMIC_FACTSCORE,
    ATOMIC_PRECISION,
    FACT_PRECISION,
    FACTSCORE,
    PUBLISHED_FACTSCORE,
    PUBLISHED_PRECISION,
)
from assay_bench.experiments.perform import perform
from assay_bench.request import Request

TASKS = ("popqa", "biography", "pubhealth", "arc")
ROWS = {
    "LLaMA2-hf-7b": {
        "RAG": (50.5, 44.9, 48.9, 43.4),
        "CRAG": (54.9, 47.7, 59.5, 53.7),
        "Self-RAG": (29.0, 32.2, 0.7, 23.9),
        "Self-CRAG": (49.0, 69.1, 0.6, 27.9),
    },
    "SelfRAG-LLaMA2-7b": {
        "RAG": (52.8, 59.2, 39.0, 53.2),
        "CRAG": (59.8, 74.1, 75.6, 68.6),
        "Self-RAG": (54.9, 81.2, 72.4, 67.3),
        "Self-CRAG": (61.8, 86.2, 74.8, 67.2),
    },
}


def _printed(label: str, measure: str) -> Printed:
    tasks = {"biography"} if measure == FACTSCORE.name else {*TASKS} - {"biography"}
    by_task = {
        task: {arm: row[at] for arm, row in ROWS[label].items()}
        for at, task in enumerate(TASKS)
        if task in tasks
    }
    return Printed(label, by_task, measure)


EXPERIMENT = Experiment(
    name="table1",
    title="CRAG, table 1: corrective retrieval on four datasets",
    tasks=TASKS,
    arms=(
        Arm("RAG", plain("rag")),
        Arm("CRAG", plain("crag")),
        Arm("Self-RAG", plain("self_rag")),
        Arm("Self-CRAG", plain("self_crag"), against="Self-RAG"),
    ),
    paper=tuple(_printed(label, m) for label in ROWS for m in ("accuracy", FACTSCORE.name)),
    measures={
        "biography": (
            *(FACTSCORE, FACT_PRECISION, ATOMIC_FACTSCORE, ATOMIC_PRECISION),
            *(PUBLISHED_FACTSCORE, PUBLISHED_PRECISION),
        ),
    },
    differs=(
        MODELS,
        EVALUATOR,
        REFLECTION,
        KNOWLEDGE,
        "FactScore: sentences instead of atomic facts, and with a language model the atomic facts"
        " that it lists as well; both are judged by our trained verifier, the atomic facts once"
        " more by the language model, against the passages that the data brings for the person,"
        " not against Wikipedia."
        " It counts fewer than ten facts down, so that hardly anything is left to a reader that"
        " writes one phrase; facts supported is the share without that.",
        ANSWERING,
    ),
)


def run(request: Request) -> Path:
    """The page of the table."""
    return perform(EXPERIMENT, request)
