"""The trained models end to end: which systems each is, and how they are held side by side."""

from __future__ import annotations

import pytest

from assay.config import Settings
from assay.testing import FakeRetriever
from assay.wiring import Overrides
from assay_bench.case import AnswerKind, Case
from assay_bench.runs.record import Record
from recipes.cov_model import compare, end_to_end
from recipes.cov_model.prepare import Arm

CASE = Case("1", "Where does the Arlo rise?", ("Mount Bree",), kind=AnswerKind.SHORT)


def record(*said: str, kept: str, judgment: bool = False) -> Record:
    trace = [{"name": "generate", "facts": {"text": text}} for text in said]
    check = {"judgment": judgment, "notes": ["the form was valid"]}
    queries = ["q"] * len(said)
    answer = {"text": kept, "check": check, "trace": trace, "queries": queries, "evidence": []}
    return Record("CoV-RAG", "1", CASE.question, answer, "Bree" in kept)


def read(name: str, told: Record) -> float | None:
    return next(m.read(CASE, told) for m in compare.measures() if m.name == name)


def test_only_who_learned_to_verify_verifies():
    assert [s.name for s in end_to_end.systems(Arm.D1)] == ["RAG"]
    assert len(end_to_end.systems(Arm.CHAIN)) == len(end_to_end.systems(Arm.DIRECT)) == 3


@pytest.mark.parametrize(
    ("arm", "asking"), [(Arm.CHAIN, "cov"), (Arm.DIRECT, "cov_direct"), (Arm.JUDGE_FIRST, "cov")]
)
def test_a_model_is_asked_in_the_form_that_it_learned(arm, asking):
    model = {"name": "x", "base_url": "http://localhost:1/v1"}
    settings = Settings.model_validate({"generator": {"name": "chat"}, "model": model})
    built = end_to_end.systems(arm)[-1].build(settings, Overrides(retriever=FakeRetriever([])))
    assert built.verifier.asking == asking
    assert built.rounds == 2


def test_the_last_answer_and_the_kept_one_are_told_apart():
    kept = record("In Sill.", "At Mount Bree.", kept="In Sill.")
    assert read(compare.LAST, kept) == 1
    assert read(compare.TAKEN, kept) == 0
    assert read(compare.CAUGHT, kept) == 1
    assert read(compare.PASSED, kept) is None
    taken = record("In Sill.", "At Mount Bree.", kept="At Mount Bree.", judgment=True)
    assert read(compare.TAKEN, taken) == read(compare.PASSED, taken) == 1
    assert read(compare.CAUGHT, taken) is None
