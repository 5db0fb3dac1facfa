"""CoV-RAG, table 6: scoring, judging and rewriting as a chain, against rewriting directly."""

from __future__ import annotations

from pathlib import Path

from assay.errors import SettingsError
from assay_bench.experiments.arms import verifying
from assay_bench.experiments.differences import ANSWERING, HALVES
from assay_bench.experiments.experiment import Arm, Experiment
from assay_bench.experiments.measure import ACCURACY, FORMAT, JUDGMENT, RETRIEVAL, REVISED
from assay_bench.experiments.open_domain import TASKS, five_references, unseen
from assay_bench.experiments.perform import perform
from assay_bench.request import Request

EXPERIMENT = Experiment(
    name="cov-table6",
    title="CoV-RAG, table 6: with and without the chain",
    tasks=TASKS,
    arms=(
        Arm("w/ chain, single", verifying(1, "chat")),
        Arm("w/ chain, multi", verifying(2, "chat")),
        Arm("w/o chain, single", verifying(1, "direct")),
        Arm("w/o chain, multi", verifying(2, "direct"), against="w/o chain, single"),
    ),
    measures={"": (ACCURACY, RETRIEVAL, JUDGMENT, FORMAT, REVISED)},
    select=unseen,
    settings=five_references,
    differs=(
        "The text of the paper gives no figures for this table, only that the chain is better by"
        " every measure.",
        "The paper trains one model for each form; here the same untrained language model is asked"
        " in two ways: to score, judge and rewrite, or to rewrite at once.",
        "Single is one round, multi is two. The paper's reference delta is the difference in"
        " retrieval accuracy between them. Judgment accuracy of the single round is that of its"
        " judge; of the multi round, that over the answers it kept.",
        HALVES,
        ANSWERING,
    ),
)


def run(request: Request) -> Path:
    """The page of the table; an error at once when there is no language model to ask."""
    settings = request.settings
    if not settings.model.name and settings.generator.name == "extractive":
        raise SettingsError(
            "this experiment asks a language model in two ways, and none was named",
            hint="add --generator local, or --model NAME (with --base-url URL of its server)",
        )
    return perform(EXPERIMENT, request)
