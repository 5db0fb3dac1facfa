from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from assay.config import Settings
from assay.errors import InputError, SettingsError
from assay.ports import KnowledgeSearch
from assay.steps.correct.refine import NoRefinement, RescoreStrips, StripRefiner, WholeEntries
from assay.testing import (
    FakeGenerator,
    FakeRelevanceScorer,
    FakeRetriever,
    FakeStripScorer,
    make_passage,
)
from assay.types import Thresholds, Verdict
from assay.wiring import Overrides, build_engine, build_refiner, build_thresholds
from assay.wiring.chat import with_effort
from assay.wiring.fit import fit

GOOD = make_passage("The continue statement starts the next cycle.", "good")


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def overrides(**parts) -> Overrides:
    usual = {
        "retriever": FakeRetriever(passages=[GOOD]),
        "scorer": FakeStripScorer(scores={"continue": 0.9}),
        "generator": FakeGenerator(),
        "thresholds": Thresholds(0.5, -0.5),
    }
    return Overrides(**{**usual, **parts})


def test_given_parts_take_the_place_of_built_ones():
    answer = build_engine(Settings(), overrides()).ask("What does continue do?")
    assert (answer.strategy, answer.verdict) == ("crag", Verdict.CORRECT)
    assert answer.text


def test_rag_needs_neither_scorer_nor_thresholds():
    parts = overrides(scorer=None, thresholds=None)
    answer = build_engine(Settings(strategy="rag"), parts).ask("What does continue do?")
    assert (answer.strategy, answer.verdict) == ("rag", None)


@pytest.mark.parametrize(
    ("scorer", "judges"),
    [
        ({}, "both"),
        ({"upper": 0.5}, "both"),
        ({"name": "assayer"}, "assayer"),
        ({"slope": 1.2, "bias": 0.1, "upper": 0.5, "lower": -0.5}, "assayer"),
        ({"name": "both", "slope": 1.2, "bias": 0.1}, "both"),
    ],
    ids=["nothing", "a border", "by name", "calibrated", "calibrated by name"],
)
def test_a_language_model_judges_beside_the_evaluator_unless_that_was_chosen(scorer, judges):
    settings = Settings(generator={"name": "chat"}, model={"effort": "balanced"}, scorer=scorer)
    assert with_effort(settings).scorer.name == judges


def test_a_scorer_of_ones_own_needs_thresholds_of_its_own():
    with pytest.raises(SettingsError, match="thresholds"):
        build_engine(Settings(), overrides(thresholds=None))
    settings = Settings(scorer={"upper": 0.5, "lower": -0.5})
    assert build_engine(settings, overrides(thresholds=None)).ask("What?").thresholds == Thresholds(
        0.5, -0.5
    )


def test_thresholds_in_the_wrong_order_are_refused_by_name():
    with pytest.raises(SettingsError, match=r"scorer\.lower"):
        build_thresholds(Settings(scorer={"upper": -0.5, "lower": 0.5}))


def test_the_limits_of_the_settings_bind_the_engine():
    engine = build_engine(Settings(budget={"seconds": 7, "searches": 2}), overrides())
    assert (engine.limits.seconds, engine.limits.searches) == (7, 2)


def test_no_index_is_an_error_that_tells_how_to_name_one():
    with pytest.raises(InputError) as caught:
        build_engine(Settings(), overrides(retriever=None))
    assert "--index" in caught.value.hint


@pytest.mark.parametrize(
    ("name", "scorer", "kind"),
    [
        ("none", FakeStripScorer(), NoRefinement),
        ("strips", FakeStripScorer(), FakeStripScorer),
        ("strips", FakeRelevanceScorer(), RescoreStrips),
        ("rescore", FakeStripScorer(), RescoreStrips),
    ],
)
def test_refinement_scores_strips_in_the_chosen_way(name, scorer, kind):
    settings = Settings(refine={"name": name, "keep_above": -0.2, "top_k": 3})
    refiner = build_refiner(settings, scorer)
    assert isinstance(refiner.scorer if isinstance(refiner, StripRefiner) else refiner, kind)


@pytest.mark.parametrize(
    ("generator", "scorer", "top_k", "entries"),
    [
        ("chat", "both", 5, 10),
        ("chat", "odds", 5, 10),
        ("chat", "both", 15, 15),
        ("chat", "assayer", 5, 6),
        ("local", "both", 5, 6),
    ],
)
def test_a_model_that_judges_entries_reads_more_of_them(generator, scorer, top_k, entries):
    settings = Settings(
        generator={"name": generator, "prompt": "entries"},
        scorer={"name": scorer},
        refine={"top_k": top_k},
    )
    assert build_refiner(settings, FakeRelevanceScorer({})) == WholeEntries(entries)


def test_a_part_without_the_method_of_its_port_is_refused():
    @dataclass
    class NotASearch:
        pass

    with pytest.raises(SettingsError, match="KnowledgeSearch"):
        fit(KnowledgeSearch, NotASearch())


@pytest.mark.parametrize(
    "settings",
    [
        {"strategy": "magic"},
        {"retrieval": {"mode": "magic"}, "index": {"dir": Path("i")}},
        {"scorer": {"name": "magic"}},
        {"refine": {"name": "magic"}},
        {"search": {"name": "magic"}},
        {"generator": {"name": "magic"}},
    ],
)
def test_an_unknown_name_is_refused_with_the_known_ones(settings):
    bare = Overrides(thresholds=Thresholds(0.5, -0.5))
    if "retrieval" not in settings:
        bare = overrides(scorer=None if "scorer" in settings else FakeStripScorer(), generator=None)
    with pytest.raises(SettingsError, match="magic") as caught:
        build_engine(Settings(**settings), bare)
    assert caught.value.hint.startswith("choose from")
