from __future__ import annotations

from dataclasses import replace

import pytest

from assay.steps.verified import VerifiedOnly, as_draft, better, quality
from assay.types import Answer, Check, Citation, SentenceCheck, Stance

CHECK = Check(0.5, 0.4, 1.0, 0.6, 0.0, 1.0, judgment=False)
ANSWER = Answer("q", "text", "rag", check=CHECK)


def test_judgment_counts_before_scores():
    low, high = replace(CHECK, judgment=True, correctness=0.0), replace(CHECK, correctness=1.0)
    assert quality(low) > quality(high) > quality(CHECK) > quality(None)


def test_the_first_of_two_equals_is_kept():
    other = replace(ANSWER, text="other")
    assert better(ANSWER, other) is ANSWER
    assert better(replace(ANSWER, check=None), other) is other


@pytest.mark.parametrize(
    ("changes", "passes"),
    [
        ({}, True),
        ({"truthfulness": 0.49}, False),
        ({"truthfulness": 0.49, "judgment": True}, True),
        ({"truthfulness": 0.5}, True),
    ],
)
def test_less_than_half_supported_is_withheld_unless_judged_right(changes, passes):
    answer = VerifiedOnly().apply(replace(ANSWER, check=replace(CHECK, **changes)))
    assert (answer.text is not None) is passes


def test_the_reason_counts_what_lacks_support_and_what_is_contradicted():
    stances = (Stance.SUPPORTED, Stance.ABSENT, Stance.CONTRADICTED)
    sentences = tuple(SentenceCheck(0, 1, stance, 0.0) for stance in stances)
    answer = VerifiedOnly().apply(
        replace(ANSWER, check=replace(CHECK, truthfulness=0.1, sentences=sentences))
    )
    assert answer.reason.endswith(
        "2 of 3 sentence(s) have no support in the evidence, which contradicts 1 of them"
    )


def test_a_refusal_stays_as_it_is():
    refusal = Answer("q", None, "rag", reason="nothing found")
    assert VerifiedOnly().apply(refusal) is refusal


def test_a_draft_has_all_that_a_verifier_asks_for():
    citation = Citation(0, 4, "s", "s.txt", 0, 4, "text", 1.0)
    answer = replace(ANSWER, citations=(citation,), confidence=0.3, unsupported=((0, 4),))
    draft = as_draft(answer)
    assert (draft.text, draft.citations, draft.confidence) == ("text", (citation,), 0.3)
    assert draft.unsupported == ((0, 4),)
