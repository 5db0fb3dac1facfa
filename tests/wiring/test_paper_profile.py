"""`profile = "paper"`: the algorithms as printed, whatever the product does by default."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assay.adapters.scorers.onnx_scorer import OnnxScorer
from assay.config import GeneratorSettings, Settings, load_settings
from assay.steps.correct.refine import EntryRefiner, RescoreStrips, StripRefiner
from assay.testing import (
    FakeGenerator,
    FakeRelevanceScorer,
    FakeRetriever,
    FakeVerifier,
    make_passage,
)
from assay.types import Check, Verdict
from assay.wiring import Overrides, build_corrective, build_scorer, build_strategy

QUESTION = "What is gold?"
BAD = Check(0.1, 0.0, 0.0, 0.0, 0.0, 1.0, False, revised_question="gold metal")
WORSE = replace(BAD, reference_score=0.0)
CAREFUL = {"scorer": {"upper": 0.5, "lower": -0.5}}
LONG = "Gold is a metal. It is dense. It is soft. Silver is not gold. It shines. It tarnishes."


def paper(**chosen) -> Settings:
    return Settings(**{"profile": "paper", **chosen})


def test_what_was_chosen_by_hand_holds_over_the_profile(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "assay.toml").write_text('profile = "paper"\n[refine]\ntop_k = 7\n')
    settings = load_settings(None, {"verifier": {"rounds": 4}})
    assert (settings.refine.top_k, settings.verifier.rounds) == (7, 4)
    assert (settings.refine.name, settings.refine.keep_above) == ("rescore", -0.5)
    assert load_settings(None, {"profile": "product"}).refine.name == "entries"
    monkeypatch.setenv("ASSAY_PROFILE", "product")
    assert load_settings().verifier.keep == "better"
    own = paper(generator=GeneratorSettings(always_answer=False)).generator
    assert (own.always_answer, own.form) == (False, "span")


def test_cov_rag_has_five_references_and_crag_ten():
    assert paper(strategy="cov-rag").retrieval.top_k == 5
    assert paper().retrieval.top_k == 10
    assert paper(strategy="cov_rag", retrieval={"top_k": 8}).retrieval.top_k == 8


def test_a_language_model_writes_the_query_of_a_search_where_there_is_one():
    assert paper().rewriter.name == "keywords"
    assert paper(generator={"name": "local"}).rewriter.name == "prompt"
    assert paper(model={"name": "a-model"}).rewriter.name == "prompt"


def test_each_pair_is_scored_by_the_plain_evaluator_whatever_index_there_is(tmp_path):
    over = {"dir": tmp_path}
    assert isinstance(build_scorer(paper(index=over)), OnnxScorer)
    assert not isinstance(build_scorer(Settings(index=over)), OnnxScorer)


def test_documents_are_decomposed_and_every_strip_is_scored_anew():
    given = Overrides(
        FakeRetriever([make_passage(LONG)]), FakeRelevanceScorer({"metal": 0.9}, -0.8)
    )
    refiner = build_corrective(paper(**CAREFUL), given).refiner
    assert isinstance(refiner, StripRefiner)
    assert isinstance(refiner.scorer, RescoreStrips)
    assert isinstance(build_corrective(Settings(**CAREFUL), given).refiner, EntryRefiner)
    correction = build_corrective(paper(**CAREFUL), given).correct(QUESTION)
    assert correction.verdict is Verdict.CORRECT
    assert [strip.text for strip in correction.evidence.strips] == [
        "Gold is a metal. It is dense. It is soft."
    ]


def test_a_strip_that_repeats_a_better_one_is_kept_as_the_paper_has_no_such_rule():
    twice = [make_passage("Gold is a metal.", f"p{n}") for n in range(2)]
    given = Overrides(FakeRetriever(twice), FakeRelevanceScorer({"metal": 0.9}))
    assert len(build_corrective(paper(**CAREFUL), given).correct(QUESTION).evidence.strips) == 2
    assert len(build_corrective(Settings(**CAREFUL), given).correct(QUESTION).evidence.strips) == 1


@pytest.mark.parametrize(("profile", "left"), [("paper", 0), ("product", 1)])
def test_incorrect_drops_everything_even_where_an_answer_is_wanted(profile, left):
    given = Overrides(FakeRetriever([make_passage("Silver.")]), FakeRelevanceScorer({}, -0.9))
    wanted = {"always_answer": True}
    settings = Settings(profile=profile, generator=wanted, **CAREFUL)
    correction = build_corrective(settings, given).correct(QUESTION)
    assert correction.verdict is Verdict.INCORRECT
    assert len(correction.evidence.strips) == left


@pytest.mark.parametrize(("profile", "kept", "rounds"), [("paper", 1, 2), ("product", 0, 3)])
def test_the_second_answer_replaces_the_first_and_there_is_no_third(profile, kept, rounds):
    given = Overrides(
        retriever=FakeRetriever([make_passage("Gold is a metal.")]),
        generator=FakeGenerator(),
        verifier=FakeVerifier([BAD, WORSE, replace(WORSE, revised_question="gold ore")]),
    )
    wanted = {"always_answer": True}
    settings = Settings(profile=profile, strategy="cov_rag", generator=wanted)
    loop = build_strategy(settings, given)
    answer = loop.answer(QUESTION)
    assert loop.rounds == rounds
    assert answer.check is not None
    assert answer.check.reference_score == (BAD, WORSE)[kept].reference_score
