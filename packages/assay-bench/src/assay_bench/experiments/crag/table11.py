"""CRAG, table 11: one action only, for every question."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from assay.types import Verdict
from assay_bench.experiments.arms import ablation_figures, ablations, only
from assay_bench.experiments.differences import ANSWERING, EVALUATOR, KNOWLEDGE, MODELS
from assay_bench.experiments.experiment import Experiment, Printed
from assay_bench.experiments.perform import perform
from assay_bench.request import Request

_column = partial(ablation_figures, ("only correct", "only incorrect", "only ambiguous"))


EXPERIMENT = Experiment(
    name="table11",
    title="CRAG, table 11: one action only",
    tasks=("popqa",),
    arms=ablations({f"only {action.value}": only(action) for action in Verdict}),
    paper=(
        Printed("LLaMA2-hf-7b", _column((54.9, 52.4, 47.0, 52.7), (49.0, 48.6, 40.8, 44.9))),
        Printed("SelfRAG-LLaMA2-7b", _column((59.8, 56.7, 48.5, 58.0), (61.8, 57.2, 53.3, 59.8))),
    ),
    differs=(MODELS, EVALUATOR, KNOWLEDGE, ANSWERING),
)


def run(request: Request) -> Path:
    """The page of the table."""
    return perform(EXPERIMENT, request)
