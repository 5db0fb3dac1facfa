from __future__ import annotations

import importlib
import sys

import pytest

from assay.errors import InputError, MissingExtraError
from assay.testing import FakeGenerator, FakeRelevanceScorer
from assay.types import Kind, Thresholds, Verdict
from assay_integrations.corrector import Corrector, found_passages, worded
from tests.integrations.stores import BREAD, MOTOR, QUESTION

FOUND = found_passages([(BREAD, None, 7), (MOTOR, "Warranty", "manual.pdf"), ("", "", "")])
ADAPTERS = {
    "langchain": "langchain",
    "langgraph": "langchain",
    "llamaindex": "llamaindex",
    "haystack": "haystack",
    "dspy": "dspy",
}


def test_a_good_text_is_kept_with_its_place_and_reduced_to_what_matters():
    corrected = Corrector().correct(QUESTION, FOUND)
    assert corrected.verdict is Verdict.CORRECT
    (kept,) = corrected.kept
    assert (kept.index, kept.passage.title, kept.passage.source) == (1, "Warranty", "manual.pdf")
    assert kept.text in MOTOR
    assert kept.facts == {"assay_score": kept.score, "assay_kind": "internal"}


def test_texts_stay_whole_without_refinement():
    kept = Corrector(refine=False).correct(QUESTION, FOUND[1:2]).kept
    assert [each.text for each in kept] == [MOTOR]


def test_what_comes_from_outside_has_no_place_and_a_score_of_its_own():
    corrected = Corrector(outside=[MOTOR]).correct(QUESTION, FOUND[:1])
    assert corrected.verdict is Verdict.INCORRECT
    (kept,) = corrected.kept
    assert (kept.index, kept.passage.kind) == (None, Kind.EXTERNAL)
    assert kept.score > -1


def test_two_texts_of_one_place_inside_and_outside_are_told_apart():
    scorer = FakeRelevanceScorer({"oven": 0.0, "motor": 0.0})
    corrector = Corrector([MOTOR], scorer, Thresholds(0.5, -0.5), refine=False)
    kept = corrector.correct(QUESTION, FOUND[:1]).kept
    assert [(each.index, each.text) for each in kept] == [(0, BREAD), (None, MOTOR)]


def test_the_corrected_passages_can_be_answered_from():
    answer = Corrector().answer(QUESTION, FOUND)
    assert "five years" in answer.text
    assert [step.name for step in answer.trace][:3] == ["retrieve", "score", "judge"]
    assert Corrector().answer(QUESTION, FOUND[:1], FakeGenerator()).abstained


def test_a_question_that_is_none_is_refused():
    with pytest.raises(InputError):
        Corrector().correct("  ", FOUND)


def test_passages_without_words_are_left_out_for_assays_own_parts():
    assert [passage.id for passage in worded(FOUND)] == ["0", "1"]


@pytest.mark.parametrize(("module", "extra"), ADAPTERS.items())
def test_a_missing_framework_is_told_with_the_extra_that_brings_it(module, extra, monkeypatch):
    for package in ("langchain_core", "langgraph", "llama_index", "haystack", "dspy"):
        for name in [n for n in sys.modules if n == package or n.startswith(f"{package}.")]:
            monkeypatch.delitem(sys.modules, name)
        monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.delitem(sys.modules, f"assay_integrations.{module}", raising=False)
    with pytest.raises(MissingExtraError) as raised:
        importlib.import_module(f"assay_integrations.{module}")
    assert f"[{extra}]" in raised.value.hint
