from __future__ import annotations

from dataclasses import replace

import pytest

from assay.steps.verify.acceptance import VerifiedOnly, as_draft, better, quality
from assay.types import Answer, Check, Citation, NliLabel, Outcome, Rival, SentenceCheck

CHECK = Check(0.5, 0.4, 1.0, 0.6, 0.0, 1.0, judgment=False)
ANSWER = Answer("q", "text", "rag", check=CHECK)


def test_correctness_counts_and_a_judgment_alone_does_not():
    low, high = replace(CHECK, judgment=True, correctness=0.0), replace(CHECK, correctness=1.0)
    assert quality(high) > quality(CHECK) > quality(low) > quality(None)


def test_the_first_is_kept_unless_the_other_is_clearly_better():
    other = replace(ANSWER, text="other")
    assert better(ANSWER, other) is ANSWER
    hardly = replace(other, check=replace(CHECK, correctness=0.5))
    assert better(ANSWER, hardly) is ANSWER
    clearly = replace(other, check=replace(CHECK, correctness=0.9))
    assert better(ANSWER, clearly) is clearly
    assert better(replace(ANSWER, check=None), other) is other


def test_an_answer_is_better_than_a_refusal():
    refusal = Answer("q", None, "rag", check=replace(CHECK, correctness=1.0))
    assert better(refusal, ANSWER) is ANSWER
    assert better(ANSWER, refusal) is ANSWER


def test_a_quotation_that_could_not_be_verified_is_given_and_says_so():
    cited = Citation(0, 4, "s", "s.txt", 0, 9, "This text", 1.0)
    absent = (SentenceCheck(0, 4, NliLabel.ABSENT, 0.1),)
    check = replace(CHECK, truthfulness=0.1, sentences=absent)
    quoted = replace(ANSWER, citations=(cited,), check=check)
    assert VerifiedOnly().apply(quoted) is quoted
    assert check.outcome is Outcome.UNSUPPORTED
    denied = replace(check, sentences=(SentenceCheck(0, 4, NliLabel.CONTRADICTED, 0.1),))
    withheld = VerifiedOnly().apply(replace(quoted, check=denied))
    assert withheld.text is None
    assert withheld.reason.startswith("the answer is contradicted: ")
    assert denied.outcome is Outcome.CONTRADICTED
    assert replace(denied, judgment=True).outcome is Outcome.SUPPORTED


def test_of_two_answers_that_disagree_the_preferred_one_is_checked():
    cited = Citation(0, 4, "s", "s.txt", 0, 9, "This text", 1.0)
    rival = Rival("word", replace(cited, source="t.txt"))
    both = replace(
        ANSWER, text="text or word: the sources disagree", citations=(cited,), rivals=(rival,)
    )
    assert as_draft(both).text == "text"
    assert as_draft(both).rivals == (rival,)


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
    labels = (NliLabel.SUPPORTED, NliLabel.ABSENT, NliLabel.CONTRADICTED)
    sentences = tuple(SentenceCheck(0, 1, label, 0.0) for label in labels)
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
