"""The three trained models end to end: each answers over an index, and two of them verify.

`python -m recipes.cov_model.end_to_end --arm chain --data DIR --config FILE --index DIR --jobs DIR
--replies DIR --out DIR` asks a model elsewhere, as `recipes.elsewhere` does, and leaves the runs of
four sets of questions in the folder; `recipes.cov_model.compare` holds the arms side by side.
"""

from __future__ import annotations

import argparse
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

from assay.config import Settings
from assay_bench.experiments.arms import plain, verifying
from assay_bench.experiments.cov_rag import table6
from assay_bench.experiments.experiment import Arm as System
from assay_bench.experiments.experiment import Experiment
from recipes.cov_model.prepare import Arm
from recipes.elsewhere.underway import begun

RAG, ONCE, TWICE = "RAG", "verified once", "CoV-RAG"
VERIFIER = {Arm.CHAIN: "cov", Arm.DIRECT: "cov_direct", Arm.JUDGE_FIRST: "cov"}
QUESTIONS = 150
"""Of each set, as in the table with the untrained model."""


def systems(arm: Arm) -> tuple[System, ...]:
    """What the model of an arm is asked to be: all answer, and who learned it verifies too."""
    answering = System(RAG, plain("rag"))
    if arm is Arm.D1:
        return (answering,)
    verifier = VERIFIER[arm]
    return (
        answering,
        System(ONCE, verifying(1, verifier), against=RAG),
        System(TWICE, verifying(2, verifier), against=RAG),
    )


def experiment(arm: Arm, only: Collection[str] = ()) -> Experiment:
    """Table 6 with a model that was trained for its form; with `only`, some of its systems."""
    return replace(
        table6.EXPERIMENT,
        name=f"cov-arm-{arm}",
        title=f"CoV-RAG end to end with a trained model: {arm}",
        arms=tuple(system for system in systems(arm) if not only or system.name in only),
        differs=(),
    )


def over(settings: Settings, index: Path) -> Settings:
    """The settings with the index that is searched."""
    chosen = settings.index.model_copy(update={"dir": index})
    return settings.model_copy(update={"index": chosen})


def parsed() -> argparse.Namespace:
    """The options of a run."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--arm", type=Arm, choices=tuple(Arm), required=True)
    for name in ("--data", "--config", "--index", "--jobs", "--replies", "--out"):
        parser.add_argument(name, type=Path, required=True)
    parser.add_argument("--limit", type=int, default=QUESTIONS, help="questions of each set")
    parser.add_argument("--tasks", nargs="*", default=table6.EXPERIMENT.tasks)
    parser.add_argument("--only", nargs="*", default=(), help="systems, by their names")
    parser.add_argument("--name", default="", help="of the files of jobs, one for each model")
    return parser.parse_args()


def main() -> None:
    """Start the sets, and follow them to their end."""
    options = parsed()
    underway, request = begun(options)
    settings = over(request.settings, options.index)
    own = replace(request, settings=settings, limit=options.limit)
    chosen = experiment(options.arm, options.only)
    for urgency, task in enumerate(options.tasks):
        underway.experiment(chosen, task, own, options.out / task, urgency)
    underway.follow()


if __name__ == "__main__":
    main()
