from __future__ import annotations

from dataclasses import replace

import pytest

from assay.adapters.verifiers.chat_verifier import Asking, ChatVerifier
from assay.build import Given, build_engine, build_strategy, build_verifier
from assay.config import Settings
from assay.errors import ModelError, SettingsError
from assay.steps.indicator import RevisedQuestion, ThresholdIndicator
from assay.strategies.cov_rag import CovRag
from assay.strategies.crag import Crag
from assay.strategies.rag import Rag
from assay.testing import (
    FakeGenerator,
    FakeKnowledgeSearch,
    FakeRelevanceScorer,
    FakeRetriever,
    FakeVerifier,
    make_passage,
)
from assay.types import Check, Thresholds

QUESTION = "What is gold?"
PASSAGES = [make_passage(f"Gold has use number {n}.") for n in range(9)]
BAD = Check(0.1, 0.0, 0.0, 0.0, 0.0, 1.0, judgment=False)


def settings(**sections):
    return Settings.model_validate({"scorer": {"upper": 0.5, "lower": -0.5}, **sections})


@pytest.fixture
def given():
    return Given(
        retriever=FakeRetriever(PASSAGES),
        scorer=FakeRelevanceScorer({"Gold": 0.9}),
        search=FakeKnowledgeSearch(),
        generator=FakeGenerator(),
        verifier=FakeVerifier(),
        thresholds=Thresholds(0.5, -0.5),
    )


def test_cov_rag_reads_five_references(given):
    answer = build_engine(settings(strategy="cov-rag"), given).ask(QUESTION)
    assert len(answer.evidence.strips) == 5
    assert (answer.strategy, answer.queries) == ("cov_rag", (QUESTION,))
    assert answer.check == FakeVerifier().checks[0]


def test_a_chosen_number_of_references_is_kept(given):
    chosen = settings(strategy="cov_rag", retrieval={"top_k": 8})
    assert len(build_engine(chosen, given).ask(QUESTION).evidence.strips) == 8


@pytest.mark.parametrize(("name", "kind"), [("rag", Rag), ("crag", Crag)])
def test_verify_wraps_the_chosen_strategy(given, name, kind):
    chosen = settings(strategy=name, verifier={"verify": True})
    strategy = build_strategy(chosen, given)
    assert isinstance(strategy, CovRag)
    assert isinstance(strategy.strategy, kind)
    answer = build_engine(chosen, given).ask(QUESTION)
    assert (answer.strategy, answer.check.judgment) == (name, True)


def test_cov_rag_is_not_wrapped_twice(given):
    strategy = build_strategy(settings(strategy="cov_rag", verifier={"verify": True}), given)
    assert isinstance(strategy.strategy, Rag)


def test_an_answer_that_does_not_verify_is_refused_unless_one_is_wanted_always(given):
    own = replace(given, verifier=FakeVerifier([BAD]))
    chosen = settings(verifier={"verify": True})
    assert build_engine(chosen, own).ask(QUESTION).abstained
    always = settings(verifier={"verify": True}, generator={"always_answer": True})
    assert not build_engine(always, own).ask(QUESTION).abstained


def test_rounds_and_indicator_are_settings(given):
    plain = build_strategy(settings(strategy="cov_rag"), given)
    assert (plain.rounds, plain.indicator) == (3, RevisedQuestion())
    table = {"rounds": 5, "indicator": "thresholds"}
    chosen = build_strategy(settings(strategy="cov_rag", verifier=table), given)
    assert (chosen.rounds, chosen.indicator) == (5, ThresholdIndicator())


def test_what_cannot_be_asked_again_cannot_be_verified(given):
    with pytest.raises(SettingsError, match="'no_retrieval' cannot be asked again"):
        build_strategy(settings(strategy="no_retrieval", verifier={"verify": True}), given)


@pytest.mark.parametrize(
    ("name", "asking"), [("chat", Asking.CHAIN), ("direct", Asking.DIRECT), ("cov", Asking.COV)]
)
def test_a_language_model_can_verify(name, asking):
    model = {"name": "any", "base_url": "http://127.0.0.1:9/v1"}
    verifier = build_verifier(settings(verifier={"name": name}, model=model))
    assert isinstance(verifier, ChatVerifier)
    assert verifier.asking is asking


def test_a_folder_without_a_model_is_named(tmp_path):
    with pytest.raises(ModelError, match="no model card"):
        build_verifier(settings(verifier={"model": tmp_path}))


def test_an_unknown_verifier_is_named():
    with pytest.raises(SettingsError, match="'psychic' is not one of the verifiers"):
        build_verifier(settings(verifier={"name": "psychic"}))
