"""CRAG, table 5: the web always added, against the web added when it is needed."""

from __future__ import annotations

from pathlib import Path

from assay_bench.experiments.arms import plain
from assay_bench.experiments.differences import ANSWERING, EVALUATOR, KNOWLEDGE, MODELS, REFLECTION
from assay_bench.experiments.experiment import Arm, Experiment, Printed
from assay_bench.experiments.perform import perform
from assay_bench.request import Request

NAMES = ("RAG", "RAG w. web", "CRAG", "Self-RAG", "Self-RAG w. web", "Self-CRAG")


def _column(*figures: float) -> dict[str, dict[str, float]]:
    return {"popqa": dict(zip(NAMES, figures, strict=True))}


EXPERIMENT = Experiment(
    name="table5",
    title="CRAG, table 5: external knowledge always, or when it is needed",
    tasks=("popqa",),
    arms=(
        Arm("RAG", plain("rag")),
        Arm("RAG w. web", plain("rag_web")),
        Arm("CRAG", plain("crag"), against="RAG w. web"),
        Arm("Self-RAG", plain("self_rag")),
        Arm("Self-RAG w. web", plain("self_rag_web"), against="Self-RAG"),
        Arm("Self-CRAG", plain("self_crag"), against="Self-RAG w. web"),
    ),
    paper=(
        Printed("LLaMA2-hf-7b", _column(50.5, 52.2, 54.9, 29.0, 24.9, 49.0)),
        Printed("SelfRAG-LLaMA2-7b", _column(52.8, 53.8, 59.8, 54.9, 57.9, 61.8)),
    ),
    differs=(MODELS, EVALUATOR, REFLECTION, KNOWLEDGE, ANSWERING),
)


def run(request: Request) -> Path:
    """The page of the table."""
    return perform(EXPERIMENT, request)
