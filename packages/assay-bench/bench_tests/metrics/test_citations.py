from __future__ import annotations

import math

import pytest

from assay.answer_json import answer_to_json
from assay.steps.correct.refine import whole
from assay.testing import FakeNliScorer, make_passage
from assay.types import Answer, Citation, Evidence
from assay_bench.metrics.citations import (
    CitationQuality,
    CitedSentence,
    by_nli,
    citation_quality,
    cited_sentences,
)

IRON, RUST, SEA = (
    make_passage("Iron is a metal"),
    make_passage("It rusts in water"),
    make_passage("The sea is blue"),
)


def needs(*words):
    """Entailment by hand: a claim holds when all the words stand in the passages."""
    return lambda passages, claim: all(word in " ".join(p.text for p in passages) for word in words)


def test_one_right_citation_has_full_marks_and_a_wrong_one_none():
    entails = needs("metal")
    good, bad = CitedSentence("Iron is a metal.", (IRON,)), CitedSentence("The same.", (SEA,))
    assert citation_quality([good], entails) == CitationQuality(1.0, 1.0, 1, 1)
    assert citation_quality([bad], entails) == CitationQuality(0.0, 0.0, 1, 1)
    assert citation_quality([good, bad], entails) == CitationQuality(0.5, 0.5, 2, 2)


def test_a_sentence_without_citations_lowers_recall_alone():
    sentences = [CitedSentence("a", (IRON,)), CitedSentence("b", ())]
    assert citation_quality(sentences, needs("metal")) == CitationQuality(0.5, 1.0, 2, 1)


def test_a_citation_that_adds_nothing_is_not_precise():
    both = [CitedSentence("Iron is a metal.", (IRON, SEA))]
    assert citation_quality(both, needs("metal")) == CitationQuality(1.0, 0.5, 1, 2)


def test_two_citations_that_support_only_together_are_both_needed():
    both = [CitedSentence("Iron rusts.", (IRON, RUST))]
    assert citation_quality(both, needs("Iron", "rusts")) == CitationQuality(1.0, 1.0, 1, 2)


def test_only_three_citations_of_a_sentence_count():
    four = [CitedSentence("Iron is a metal.", (SEA, SEA, SEA, IRON))]
    assert citation_quality(four, needs("metal")) == CitationQuality(0.0, 0.0, 1, 3)


def test_no_sentence_has_no_recall():
    assert math.isnan(citation_quality([], needs("metal")).recall)


def test_our_verifier_reads_the_passages_as_one_text():
    entails = by_nli(FakeNliScorer())
    assert entails([IRON, RUST], "iron rusts")
    assert not entails([IRON], "iron rusts")


def cited(text: str, *spans: tuple[int, int, int]) -> Answer:
    strips = tuple(whole(p) for p in (IRON, RUST, SEA))
    citations = tuple(
        Citation(a, b, strips[n].id, "", 0, 4, strips[n].text[:4], 1.0) for a, b, n in spans
    )
    return Answer("What is iron?", text, "rag", evidence=Evidence(strips), citations=citations)


def test_sentences_are_tied_to_what_is_cited_inside_them():
    answer = cited("Iron is a metal [1]. Iron rusts in water, so they say.", (0, 20, 0), (0, 19, 0))
    first, second = cited_sentences(answer_to_json(answer))
    assert first.claim == "Iron is a metal."
    assert [p.text for p in first.cited] == [IRON.text]
    assert second.cited == ()


@pytest.mark.parametrize("text", ["A metal.", "A metal [1]."])
def test_a_few_words_are_read_with_their_question(text):
    (only,) = cited_sentences(answer_to_json(cited(text, (0, len(text), 0))))
    assert only.claim == "What is iron? A metal."


def test_a_declined_answer_has_no_sentences():
    assert cited_sentences({"question": "x", "text": None}) == []
