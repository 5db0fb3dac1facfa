"""CoV-RAG, table 2: retrieval with and without a chain of verification on four sets."""

from __future__ import annotations

from pathlib import Path

from assay_bench.experiments.arms import plain, verifying
from assay_bench.experiments.differences import ANSWERING, HALVES, REFERENCES
from assay_bench.experiments.experiment import Arm, Experiment, Printed
from assay_bench.experiments.open_domain import TASKS, five_references, unseen
from assay_bench.experiments.perform import perform
from assay_bench.request import Request

ROWS = {
    "Llama2-13b": {"RAG": (62.8, 68.3, 77.3, 86.8), "CoV-RAG": (66.0, 68.5, 78.5, 87.5)},
    "Vicuna-13b": {"RAG": (59.5, 67.5, 74.3, 83.0), "CoV-RAG": (63.5, 69.3, 78.8, 87.5)},
    "ChatGLM2-6b": {"RAG": (59.3, 67.0, 73.3, 84.5), "CoV-RAG": (59.8, 68.8, 74.8, 85.5)},
    "others": {"Rewrite first": (33.3, 40.8, 53.5, 68.8), "Self-RAG": (49.5, 57.5, 67.5, 81.8)},
}
EXPERIMENT = Experiment(
    name="cov-table2",
    title="CoV-RAG, table 2: with and without a chain of verification",
    tasks=TASKS,
    arms=(
        Arm("RAG", plain("rag")),
        Arm("CoV-RAG", verifying(2)),
        Arm("Rewrite first", plain("rewrite_first")),
        Arm("Self-RAG", plain("self_rag")),
    ),
    paper=tuple(
        Printed(
            label,
            {task: {arm: r[at] for arm, r in rows.items()} for at, task in enumerate(TASKS)},
        )
        for label, rows in ROWS.items()
    ),
    select=unseen,
    settings=five_references,
    differs=(
        REFERENCES,
        "The paper's RAG is WebGLM. Its other systems have models of their own: Rewrite first is"
        " RRR with gpt-4-1106-preview, Self-RAG is Llama2-13b.",
        HALVES,
        ANSWERING,
    ),
)


def run(request: Request) -> Path:
    """The page of the table."""
    return perform(EXPERIMENT, request)
