"""Questions that take two passages: a reader of one, and one that joins two over a name."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from assay.config import Settings
from assay.ports import Strategy
from assay.reader.span_reader import SpanReader
from assay.wiring import Overrides, build_assayer, build_strategy
from assay_bench.experiments.arms import plain
from assay_bench.experiments.experiment import Arm, Experiment
from assay_bench.experiments.perform import perform
from assay_bench.request import Request


def one_passage(settings: Settings, given: Overrides) -> Strategy:
    """Plain retrieval with the reader that answers from one passage."""
    always = settings.generator.always_answer
    reader = SpanReader(build_assayer(settings), always_answer=always)
    chosen = settings.model_copy(update={"strategy": "rag"})
    return build_strategy(chosen, replace(given, generator=reader))


EXPERIMENT = Experiment(
    name="two-hops",
    title="Questions that take two passages",
    tasks=(
        *("hotpotqa-passages", "2wiki-passages", "musique-passages"),
        *("popqa-searches", "nq-searches"),
    ),
    arms=(Arm("one passage", one_passage), Arm("two passages joined", plain("rag"))),
    differs=(
        "No paper has this table. The first three sets were made so that two or more passages are"
        " needed; the others take one, and joining must cost them nothing.",
        "All systems answer every question, unless `--may-abstain` is given.",
    ),
    profile="product",
)


def run(request: Request) -> Path:
    """The page of the table."""
    return perform(EXPERIMENT, request)
