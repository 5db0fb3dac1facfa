"""Questions of several steps: one look, several, a plan, a tree, or a choice between them."""

from __future__ import annotations

from pathlib import Path

from assay.errors import SettingsError
from assay.wiring.chat import model_kind
from assay_bench.experiments.arms import plain
from assay_bench.experiments.experiment import Arm, Experiment
from assay_bench.experiments.measure import ACCURACY, TOKENS
from assay_bench.experiments.perform import perform
from assay_bench.request import Request

EXPERIMENT = Experiment(
    name="several-steps",
    title="Questions of several steps: PlanRAG, RAG-Star and Adaptive-RAG",
    tasks=("hotpotqa-passages", "2wiki-passages", "musique-passages"),
    arms=(
        Arm("rag", plain("rag")),
        Arm("no_retrieval", plain("no_retrieval")),
        Arm("adaptive", plain("adaptive")),
        Arm("plan", plain("plan")),
        Arm("star", plain("star")),
    ),
    measures={"": (ACCURACY, TOKENS)},
    differs=(
        "The papers search all of Wikipedia or a graph of data with models of 7 billion parameters"
        " and more; here each question brings its paragraphs among distractors, and every look"
        " ranks them for what is asked in that step.",
        "RAG-Star grows its tree up to 50 times there; here as often as `expansions` in"
        " [reasoning] says.",
        "All systems answer every question, unless `--may-abstain` is given.",
    ),
    wide=True,
    profile="product",
)


def run(request: Request) -> Path:
    """The page of the table; an error at once when there is no language model to ask."""
    if model_kind(request.settings) is None:
        raise SettingsError(
            "plans and trees take a language model, and none was named",
            hint="add --generator local, or --model NAME (with --base-url URL of its server)",
        )
    return perform(EXPERIMENT, request)
