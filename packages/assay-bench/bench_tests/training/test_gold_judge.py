"""Labels by rules from gold answers, and by a verifier."""

from __future__ import annotations

import pytest

from assay.testing import FakeVerifier
from assay.types import Check
from assay_bench.training.candidates import Candidate, CandidateKind
from assay_bench.training.gold_judge import GoldJudge, VerifierJudge, draft_of
from bench_tests.training.items import RIVER, UNKNOWN

GOLD = GoldJudge()


def check(text: str, item=RIVER, kind: CandidateKind = CandidateKind.SEED) -> Check:
    return GOLD.judge(Candidate(item, item.passages, kind, text))


def test_a_right_answer_passes_and_asks_for_nothing():
    said = check("The Arlo rises on Mount Bree [1].")
    assert said.judgment
    assert said.revised_question == ""
    assert min(said.correctness, said.citation_accuracy, said.truthfulness) > 0.9
    assert said.reference_score > 0.9


@pytest.mark.parametrize(
    ("text", "low"),
    [
        ("The Arlo rises on Mount Bree [2].", "citation_accuracy"),
        ("The Arlo rises in the town of Sill [2].", "correctness"),
        ("Mount Bree [1]. Mount Bree [1]. Mount Bree [1]. Mount Bree [1].", "conciseness"),
        ("Ida Krell wrote a book about Norway in 1850 [1].", "truthfulness"),
    ],
)
def test_each_fault_shows_in_its_own_score(text, low):
    said = check(text)
    assert not said.judgment
    assert getattr(said, low) <= 0.5
    assert said.revised_question
    assert said.revised_question != RIVER.question


def test_references_without_the_answer_are_scored_low():
    assert check("Olaf Tarn [1].", UNKNOWN).reference_score < 0.1


def test_a_right_answer_that_no_reference_holds_is_not_true_to_them():
    assert not check("Olaf Tarn [1].", UNKNOWN).judgment


def test_loaded_words_count_as_bias():
    assert check("Sadly the ridiculous Arlo rises on Mount Bree [1].").bias > 0.5


def test_an_empty_answer_is_judged_too():
    assert not check("").judgment


def test_a_verifier_sees_the_citations_of_the_answer():
    candidate = Candidate(
        RIVER, RIVER.passages, CandidateKind.SEED, "It rises on Mount Bree [1]. It is long [3]."
    )
    verifier = FakeVerifier()
    assert VerifierJudge(verifier).judge(candidate).judgment
    draft = draft_of(candidate)
    assert draft.text == "It rises on Mount Bree. It is long."
    assert [c.quote for c in draft.citations] == [RIVER.passages[n].passage.text for n in (0, 2)]
    assert draft.text[draft.citations[1].answer_start :] == "It is long."
