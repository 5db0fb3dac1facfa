"""CoV-RAG, table 5: the question revised at the start, at the end, or not at all."""

from __future__ import annotations

from pathlib import Path

from assay_bench.experiments.arms import plain, verifying
from assay_bench.experiments.differences import ANSWERING, HALVES, REFERENCES
from assay_bench.experiments.experiment import Arm, Experiment
from assay_bench.experiments.measure import ACCURACY, RETRIEVAL
from assay_bench.experiments.open_domain import TASKS, five_references, unseen
from assay_bench.experiments.perform import perform
from assay_bench.request import Request

EXPERIMENT = Experiment(
    name="cov-table5",
    title="CoV-RAG, table 5: where the question is revised",
    tasks=TASKS,
    arms=(
        Arm("No revision", plain("rag")),
        Arm("Revised at the start", plain("rewrite_first")),
        Arm("Revised at the end", verifying(2)),
    ),
    measures={"": (ACCURACY, RETRIEVAL)},
    select=unseen,
    settings=five_references,
    differs=(
        "The text of the paper gives no figures for this table, only the order on every set:"
        " revising at the end is best, then no revision, then revising at the start.",
        "There, a language model (gpt-4-1106-preview) revises; here, the rewriter of the settings"
        " at the start (keywords by rule, unless [rewriter] name = 'prompt') and the verifier of"
        " the settings at the end.",
        REFERENCES,
        HALVES,
        ANSWERING,
    ),
)


def run(request: Request) -> Path:
    """The page of the table."""
    return perform(EXPERIMENT, request)
