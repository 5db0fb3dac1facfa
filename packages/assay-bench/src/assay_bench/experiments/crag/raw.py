"""CRAG over raw retrieval: the set-up that the paper describes, with a real second source.

Half of a corpus is the index, the other half stands outside and is searched; ten passages as the
retriever found them, not knowledge that somebody has refined already.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from assay.types import Verdict
from assay_bench.experiments.arms import (
    altered,
    from_five,
    only,
    plain,
    verifying,
    without,
    without_refinement,
    without_rewriting,
    without_selection,
)
from assay_bench.experiments.differences import ANSWERING, EVALUATOR, HALVES, MODELS, REFLECTION
from assay_bench.experiments.experiment import Arm, Experiment
from assay_bench.experiments.measure import ACCURACY, SEARCHES
from assay_bench.experiments.open_domain import unseen
from assay_bench.experiments.perform import perform
from assay_bench.experiments.two_sources import with_two_sources
from assay_bench.request import Request

SEARCHES_OF = ("popqa-searches", "nq-searches", "triviaqa-searches", "webquestions")
CHANGES = {
    "w/o refinement": without_refinement,
    "w/o rewriting": without_rewriting,
    "w/o selection": without_selection,
    **{f"w/o {action.value}": without(action) for action in Verdict},
    **{f"only {action.value}": only(action) for action in Verdict},
}
SET_UP = (
    "Raw set-up: the questions bring nothing. Ten passages come from an index of one half of the"
    " corpus by title, and a second index of the other half is what is searched outside: for about"
    " half of the questions what answers them is not inside."
)

EXPERIMENT = Experiment(
    name="raw",
    title="CRAG over raw retrieval: tables 1, 2, 3, 5 and 11 with a second index outside",
    tasks=SEARCHES_OF,
    arms=(
        Arm("RAG", plain("rag")),
        Arm("RAG w. web", plain("rag_web")),
        Arm("CRAG", plain("crag")),
        *(Arm(f"CRAG {name}", altered("crag", how), "CRAG") for name, how in CHANGES.items()),
        Arm("Self-RAG", plain("self_rag")),
        Arm("Self-CRAG", plain("self_crag"), against="Self-RAG"),
        Arm("RAG, five references", from_five(plain("rag"))),
        Arm("CoV-RAG", from_five(verifying(2)), against="RAG, five references"),
    ),
    measures={"": (ACCURACY, SEARCHES)},
    select=unseen,
    differs=(
        SET_UP,
        "The paper's retriever is Contriever over all of Wikipedia, and outside is the web.",
        MODELS,
        EVALUATOR,
        REFLECTION,
        HALVES,
        ANSWERING,
    ),
)


def run(request: Request) -> Path:
    """The page of the table."""
    return perform(EXPERIMENT, replace(request, settings=with_two_sources(request)))
