"""The ablations replace one part and leave the others as they are."""

from __future__ import annotations

from assay.adapters.rewriters.keep_question import KeepQuestion
from assay.config import Settings
from assay.steps.correct.ablations import RefineByKind
from assay.steps.correct.refine import NoRefinement
from assay.strategies.cov_rag import CovRag
from assay.strategies.rag import Rag
from assay.testing import FakeKnowledgeSearch, FakeRetriever
from assay.wiring import Overrides
from assay.wiring.catalogue import CATALOGUE
from assay_bench.experiments import strategies
from assay_bench.experiments.arms import (
    altered,
    plain,
    verifying,
    without_refinement,
    without_rewriting,
    without_selection,
)

GIVEN = Overrides(retriever=FakeRetriever(()), search=FakeKnowledgeSearch())


def test_one_operation_is_replaced_and_nothing_else():
    whole = plain("crag")(Settings(), GIVEN).retriever
    unrefined = altered("crag", without_refinement)(Settings(), GIVEN).retriever
    assert isinstance(unrefined.refiner, RefineByKind)
    assert isinstance(unrefined.refiner.internal, NoRefinement)
    assert unrefined.refiner.external == whole.refiner
    unselected = altered("self_crag", without_selection)(Settings(), GIVEN).retriever
    assert unselected.refiner.internal == whole.refiner
    assert isinstance(unselected.refiner.external, NoRefinement)
    asked = altered("crag", without_rewriting)(Settings(), GIVEN).retriever
    assert isinstance(asked.rewriter, KeepQuestion)
    assert asked.refiner == whole.refiner
    assert asked.thresholds == whole.thresholds
    assert asked.retriever is whole.retriever is GIVEN.retriever


def test_verification_around_a_system_is_left_to_the_tables_about_it():
    verify = Settings(verifier={"verify": True})
    assert isinstance(plain("rag")(verify, GIVEN), Rag)
    strategy = verifying(2)(verify, GIVEN)
    assert isinstance(strategy, CovRag)
    assert strategy.rounds == 2


def test_every_strategy_of_the_catalogue_stands_in_the_table_of_strategies():
    arms = [arm.name for arm in (*strategies.EXPERIMENT.arms, *strategies.THINKING)]
    named = {name.partition(",")[0].partition(" ")[0] for name in arms}
    assert {entry.name for entry in CATALOGUE} <= named
