"""What each difference between the paper profile and the product's defaults is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from assay.config import Settings
from assay.config.profiles import PAPER
from assay.ports import Strategy
from assay.wiring import Overrides
from assay_bench.experiments.arms import from_five, plain, verifying
from assay_bench.experiments.crag.raw import SET_UP
from assay_bench.experiments.experiment import Arm, Build, Experiment
from assay_bench.experiments.measure import ACCURACY, SEARCHES, WORDS
from assay_bench.experiments.open_domain import unseen
from assay_bench.experiments.perform import perform
from assay_bench.experiments.two_sources import with_two_sources
from assay_bench.request import Request

Tables = Mapping[str, Mapping[str, Any]]


def with_settings(build: Build, tables: Tables) -> Build:
    """The system with these settings in place of its own."""

    def changed(settings: Settings, given: Overrides) -> Strategy:
        held = {
            name: getattr(settings, name).model_copy(update=dict(values))
            for name, values in tables.items()
        }
        return build(settings.model_copy(update=held), given)

    return changed


def product_values() -> dict[str, dict[str, Any]]:
    """The product's default of every setting that the paper profile sets."""
    usual = Settings.model_construct()
    return {
        table: {name: getattr(getattr(usual, table), name) for name in values}
        for table, values in PAPER.items()
    }


CRAG, COV_RAG = plain("crag"), from_five(verifying(2))
# The reader that lays out entries changes what counts as right; all arms quote phrases.
USUAL = product_values() | {"generator": {"last_resort": True}}
EXPERIMENT = Experiment(
    name="profiles",
    title="From the papers as printed to the product, difference by difference",
    tasks=("popqa-searches",),
    arms=(
        Arm("CRAG as printed", CRAG),
        Arm(
            "whole entries",
            with_settings(CRAG, {"refine": {"name": "entries", "keep_above": None}}),
        ),
        Arm(
            "strips scored with their passage",
            with_settings(CRAG, {"refine": {"name": "strips", "keep_above": None}}),
        ),
        Arm("strips of two sentences", with_settings(CRAG, {"refine": {"sentences": 2}})),
        Arm("scores fitted to an index", with_settings(CRAG, {"scorer": {"index_words": True}})),
        Arm("rejected passages back", with_settings(CRAG, {"generator": {"last_resort": True}})),
        Arm("CRAG, product", with_settings(CRAG, USUAL)),
        Arm("CoV-RAG as printed", COV_RAG, against="CoV-RAG as printed"),
        Arm(
            "only a clearly better answer",
            with_settings(COV_RAG, {"verifier": {"keep": "better"}}),
            against="CoV-RAG as printed",
        ),
        Arm("three rounds", from_five(verifying(3)), against="CoV-RAG as printed"),
        Arm("ten references", verifying(2), against="CoV-RAG as printed"),
    ),
    measures={"": (ACCURACY, WORDS, SEARCHES)},
    select=unseen,
    differs=(SET_UP, "Every arm answers with a phrase, and none declines."),
)


def run(request: Request) -> Path:
    """The page of the table."""
    return perform(EXPERIMENT, replace(request, settings=with_two_sources(request)))
