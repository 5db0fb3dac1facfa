from __future__ import annotations

from dataclasses import replace

import pytest

from assay.adapters.verifiers.chat_verifier import Asking, ChatVerifier
from assay.config import Settings
from assay.errors import ModelError, SettingsError
from assay.steps.verify.indicator import RevisedQuestion, ThresholdIndicator
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
from assay.wiring import Overrides, build_engine, build_strategy, build_verifier

QUESTION = "What is gold?"
PASSAGES = [make_passage(f"Gold has use number {n}.") for n in range(9)]
BAD = Check(0.1, 0.0, 0.0, 0.0, 0.0, 1.0, judgment=False)


def settings(**sections):
    return Settings.model_validate({"scorer": {"upper": 0.5, "lower": -0.5}, **sections})


@pytest.fixture
def overrides():
    return Overrides(
        retriever=FakeRetriever(PASSAGES),
        scorer=FakeRelevanceScorer({"Gold": 0.9}),
        search=FakeKnowledgeSearch(),
        generator=FakeGenerator(),
        verifier=FakeVerifier(),
        thresholds=Thresholds(0.5, -0.5),
    )


def test_cov_rag_reads_what_rag_reads(overrides):
    plain = build_engine(settings(strategy="rag"), overrides).ask(QUESTION)
    answer = build_engine(settings(strategy="cov-rag"), overrides).ask(QUESTION)
    assert answer.evidence == plain.evidence
    assert (answer.strategy, answer.queries) == ("cov_rag", (QUESTION,))
    assert answer.check == FakeVerifier().checks[0]


@pytest.mark.parametrize(("name", "kind"), [("rag", Rag), ("crag", Crag)])
def test_verify_wraps_the_chosen_strategy(overrides, name, kind):
    chosen = settings(strategy=name, verifier={"verify": True})
    strategy = build_strategy(chosen, overrides)
    assert isinstance(strategy, CovRag)
    assert isinstance(strategy.strategy, kind)
    answer = build_engine(chosen, overrides).ask(QUESTION)
    assert (answer.strategy, answer.check.judgment) == (name, True)


def test_cov_rag_is_not_wrapped_twice(overrides):
    strategy = build_strategy(settings(strategy="cov_rag", verifier={"verify": True}), overrides)
    assert isinstance(strategy.strategy, Rag)


def test_an_answer_that_does_not_verify_is_refused_unless_one_is_wanted_always(overrides):
    own = replace(overrides, verifier=FakeVerifier([BAD]))
    chosen = settings(verifier={"verify": True})
    assert build_engine(chosen, own).ask(QUESTION).abstained
    always = settings(verifier={"verify": True}, generator={"always_answer": True})
    assert not build_engine(always, own).ask(QUESTION).abstained


def test_rounds_and_indicator_are_settings(overrides):
    plain = build_strategy(settings(strategy="cov_rag"), overrides)
    assert (plain.rounds, plain.indicator) == (3, RevisedQuestion())
    table = {"rounds": 5, "indicator": "thresholds"}
    chosen = build_strategy(settings(strategy="cov_rag", verifier=table), overrides)
    assert (chosen.rounds, chosen.indicator) == (5, ThresholdIndicator())


def test_what_cannot_be_asked_again_cannot_be_verified(overrides):
    with pytest.raises(SettingsError, match="'no_retrieval' cannot be asked again"):
        build_strategy(settings(strategy="no_retrieval", verifier={"verify": True}), overrides)


@pytest.mark.parametrize(
    ("name", "asking"),
    [
        ("chat", Asking.CHAIN),
        ("direct", Asking.DIRECT),
        ("cov", Asking.COV),
        ("cov_direct", Asking.COV_DIRECT),
    ],
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
