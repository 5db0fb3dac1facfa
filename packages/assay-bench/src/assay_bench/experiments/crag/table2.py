"""CRAG, table 2: one of the three actions taken away."""

from __future__ import annotations

from pathlib import Path

from assay.types import Verdict
from assay_bench.experiments.arms import ablations, without
from assay_bench.experiments.differences import ANSWERING, EVALUATOR, KNOWLEDGE, MODELS
from assay_bench.experiments.experiment import Experiment, Printed
from assay_bench.experiments.perform import perform
from assay_bench.request import Request


def _in_order(*figures: float) -> dict[str, dict[str, float]]:
    """The paper's column, top to bottom, in the order of the arms."""
    order = ["", " w/o correct", " w/o incorrect", " w/o ambiguous"]
    names = [f"{system}{change}" for system in ("CRAG", "Self-CRAG") for change in order]
    return {"popqa": dict(zip(names, figures, strict=True))}


EXPERIMENT = Experiment(
    name="table2",
    title="CRAG, table 2: without one action",
    tasks=("popqa",),
    arms=ablations({f"w/o {action.value}": without(action) for action in Verdict}),
    paper=(
        Printed("LLaMA2-hf-7b", _in_order(54.9, 53.2, 54.4, 54.0, 49.0, 43.6, 47.7, 48.1)),
        Printed("SelfRAG-LLaMA2-7b", _in_order(59.8, 58.3, 59.5, 59.0, 61.8, 59.6, 60.8, 61.5)),
    ),
    differs=(
        MODELS,
        EVALUATOR,
        KNOWLEDGE,
        "Correct or Incorrect taken away is done as Ambiguous; Ambiguous taken away leaves one"
        " threshold. The paper does not say which: here it is the upper one.",
        ANSWERING,
    ),
)


def run(request: Request) -> Path:
    """The page of the table."""
    return perform(EXPERIMENT, request)
