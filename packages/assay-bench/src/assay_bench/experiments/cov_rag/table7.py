"""CoV-RAG, table 7: retrieval accuracy in a single round and in several."""

from __future__ import annotations

from pathlib import Path

from assay_bench.experiments.arms import verifying
from assay_bench.experiments.differences import ANSWERING, HALVES, REFERENCES
from assay_bench.experiments.experiment import Arm, Experiment, Printed
from assay_bench.experiments.measure import ACCURACY, HIGH_QUALITY, RETRIEVAL, REVISED
from assay_bench.experiments.open_domain import TASKS, five_references, unseen
from assay_bench.experiments.perform import perform
from assay_bench.request import Request

EXPERIMENT = Experiment(
    name="cov-table7",
    title="CoV-RAG, table 7: retrieval in one round and in several",
    tasks=TASKS,
    arms=(
        Arm("Single round", verifying(1)),
        Arm("Two rounds", verifying(2)),
        Arm("Three rounds", verifying(3)),
    ),
    measures={"": (RETRIEVAL, ACCURACY, REVISED, HIGH_QUALITY)},
    paper=(
        Printed("Bing", {"nq": {"Single round": 65.0, "Two rounds": 66.8}}, RETRIEVAL.name),
        Printed("Chrome", {"nq": {"Single round": 69.3, "Two rounds": 71.3}}, RETRIEVAL.name),
    ),
    select=unseen,
    settings=five_references,
    differs=(
        "The text of the paper gives the figures for NQ only. Its two retrievers are web searches;"
        " run this once with --mode hybrid and once with --mode fulltext for two of ours.",
        "High quality is the rate of the paper's table 4 (citation, correctness and truthfulness 1,"
        " bias below 0.3, conciseness above 0.5), by our verifier and the data's right answers;"
        " there GPT-4 judges.",
        "A retrieval is right when an answer stands in the passages that the kept answer was made"
        " from. The third round is ours: the paper names more rounds as future work.",
        REFERENCES,
        HALVES,
        ANSWERING,
    ),
)


def run(request: Request) -> Path:
    """The page of the table."""
    return perform(EXPERIMENT, request)
