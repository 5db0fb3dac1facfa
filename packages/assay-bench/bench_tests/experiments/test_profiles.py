"""From the paper profile to the product, one setting after another."""

from __future__ import annotations

from assay.config import Settings
from assay.config.profiles import PAPER
from assay.steps.correct.refine import EntryRefiner, StripRefiner
from assay.testing import FakeGenerator, FakeRelevanceScorer, FakeRetriever, make_passage
from assay.wiring import Overrides
from assay_bench.experiments.profiles import EXPERIMENT, product_values

PAPERS = Settings(profile="paper", scorer={"upper": 0.5, "lower": -0.5})
GIVEN = Overrides(
    retriever=FakeRetriever([make_passage("Gold is a metal.")]),
    scorer=FakeRelevanceScorer({"metal": 0.9}),
    generator=FakeGenerator(),
)


def test_every_setting_of_the_profile_differs_from_the_products():
    usual = product_values()
    same = [
        f"{table}.{name}"
        for table, values in PAPER.items()
        for name, value in values.items()
        if usual[table][name] == value and (table, name) != ("refine", "top_k")
    ]
    assert same == []


def test_each_arm_changes_what_it_is_called_by_and_nothing_else():
    arms = {arm.name: arm.build(PAPERS, GIVEN) for arm in EXPERIMENT.arms}
    printed = arms["CRAG as printed"].retriever
    assert isinstance(printed.refiner, StripRefiner)
    assert isinstance(arms["whole entries"].retriever.refiner, EntryRefiner)
    assert arms["strips of two sentences"].retriever.refiner.sentences_per_strip == 2
    assert [arms[name].retriever.last_resort for name in ("CRAG as printed", "CRAG, product")] == [
        False,
        True,
    ]
    assert arms["rejected passages back"].retriever.refiner == printed.refiner
    assert [arms[name].rounds for name in ("CoV-RAG as printed", "three rounds")] == [2, 3]
    assert arms["only a clearly better answer"].keep is not arms["CoV-RAG as printed"].keep
