"""Every strategy on the same questions, with the same retrieval, generator and budget."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from assay.wiring.chat import model_kind
from assay_bench.experiments.arms import plain, reflecting, verified
from assay_bench.experiments.differences import EVALUATOR, HALVES, KNOWLEDGE
from assay_bench.experiments.experiment import Arm, Experiment
from assay_bench.experiments.measure import (
    ABSTAINED,
    ACCURACY,
    PRECISION,
    SEARCHES,
    SECONDS,
    TOKENS,
)
from assay_bench.experiments.open_domain import unseen
from assay_bench.experiments.perform import perform
from assay_bench.request import Request

EXPERIMENT = Experiment(
    name="strategies",
    title="Every strategy on the same questions",
    tasks=("popqa", "nq"),
    select=lambda task: unseen(task) if task.name == "nq" else task,
    arms=(
        Arm("rag", plain("rag")),
        Arm("no_retrieval", plain("no_retrieval")),
        Arm("rag_web", plain("rag_web")),
        Arm("rewrite_first", plain("rewrite_first")),
        Arm("crag", plain("crag")),
        Arm("self_rag, assayer critic", reflecting("self_rag", "assayer")),
        Arm("self_rag_web, assayer critic", reflecting("self_rag_web", "assayer")),
        Arm("self_crag, assayer critic", reflecting("self_crag", "assayer"), against="crag"),
        Arm("adaptive", plain("adaptive")),
        Arm("cov_rag", plain("cov_rag")),
        Arm("crag --verify", verified("crag"), against="crag"),
    ),
    measures={"": (ACCURACY, ABSTAINED, PRECISION, SECONDS, SEARCHES, TOKENS)},
    differs=(
        "No paper has this table. Systems may decline; a declined question counts as wrong.",
        "PopQA brings its passages, so that a second look with other words finds the same ones:"
        " rewriting, several steps and rounds of verification cannot help there. NQ is asked over"
        " the index; nothing outside is searched unless a source is named.",
        "plan and star take a language model and are left out without one.",
        HALVES,
        EVALUATOR,
        KNOWLEDGE,
    ),
    may_decline=True,
    wide=True,
    profile="product",
)


# They ask a language model what to look for: without one they cannot be built.
THINKING = (Arm("plan", plain("plan")), Arm("star", plain("star")))


def token_arms(adapter: Path | None) -> tuple[Arm, ...]:
    """Only a model that was taught the reflection tokens can be its own critic."""
    return tuple(
        Arm(f"{strategy}, token critic", reflecting(strategy, "token", adapter), against=against)
        for strategy, against in (("self_rag", ""), ("self_crag", "crag"))
    )


def run(request: Request) -> Path:
    """The page of the table; an adapter, the chosen one or ours, is for the token critic alone."""
    settings = request.settings
    arms = EXPERIMENT.arms
    if model_kind(settings) is not None:
        arms += THINKING
    model = settings.model
    if model.adapter is not None or (settings.generator.name == "local" and not model.name):
        arms += token_arms(model.adapter)
        bare = model.model_copy(update={"adapter": None})
        settings = settings.model_copy(update={"model": bare})
    return perform(replace(EXPERIMENT, arms=arms), replace(request, settings=settings))
