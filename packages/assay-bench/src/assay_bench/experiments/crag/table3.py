"""CRAG, table 3: one operation on the knowledge taken away."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from assay_bench.experiments.arms import (
    ablation_figures,
    ablations,
    without_refinement,
    without_rewriting,
    without_selection,
)
from assay_bench.experiments.differences import ANSWERING, EVALUATOR, KNOWLEDGE, MODELS
from assay_bench.experiments.experiment import Experiment, Printed
from assay_bench.experiments.perform import perform
from assay_bench.request import Request

OPERATIONS = {
    "w/o refinement": without_refinement,
    "w/o rewriting": without_rewriting,
    "w/o selection": without_selection,
}


_column = partial(ablation_figures, tuple(OPERATIONS))


EXPERIMENT = Experiment(
    name="table3",
    title="CRAG, table 3: without one operation on the knowledge",
    tasks=("popqa",),
    arms=ablations(OPERATIONS),
    paper=(
        Printed("LLaMA2-hf-7b", _column((54.9, 49.8, 51.7, 50.9), (49.0, 35.9, 37.2, 24.9))),
        Printed("SelfRAG-LLaMA2-7b", _column((59.8, 54.2, 56.2, 58.6), (61.8, 52.2, 58.4, 57.9))),
    ),
    differs=(
        MODELS,
        EVALUATOR,
        KNOWLEDGE,
        "Recorded search results are the same whatever is asked, so that rewriting can only change"
        " which of their paragraphs are looked at; with questions that bring none, and with"
        " --fallback-index, --zim or --web, what is found depends on it as in the paper.",
        "Keywords are taken from the question by rule, unless [rewriter] name = 'prompt'.",
        ANSWERING,
    ),
)


def run(request: Request) -> Path:
    """The page of the table."""
    return perform(EXPERIMENT, request)
