"""Answers made right and wrong on purpose."""

from __future__ import annotations

import random

import pytest

from assay_bench.training.answer_match import says, word_overlap
from assay_bench.training.candidates import (
    Candidate,
    CandidateKind,
    answered_wrongly,
    badly_asked,
    choose_references,
    gold_answer,
    incomplete,
    miscited,
    misretrieved,
    repeated,
)
from assay_bench.training.corrupted import corrupted
from bench_tests.training.items import PAINTER, RIVER, UNKNOWN

CHANCES = [random.Random(n) for n in range(30)]


def right_candidate(chance: random.Random) -> Candidate:
    text = gold_answer(RIVER, RIVER.passages, chance)
    assert text is not None
    return Candidate(RIVER, RIVER.passages, CandidateKind.GOLD, text)


def test_the_right_answer_cites_the_passage_that_holds_it():
    short = gold_answer(RIVER, RIVER.passages[::-1], random.Random(0), short=True)
    whole = gold_answer(RIVER, RIVER.passages, random.Random(0), short=False)
    assert short == "Mount Bree [3]."
    assert whole == "The Arlo rises on Mount Bree in the north [1]."
    assert gold_answer(UNKNOWN, UNKNOWN.passages, random.Random(0)) is None


def test_an_answer_inside_another_word_is_none():
    assert says("It is on Mount Bree.", ["bree"])
    assert not says("Breeze and sun", ["Bree"])
    assert says("Café Zürich [2].", ["cafe zurich"])
    assert word_overlap("the old mill", ["The Old Bridge"]) == pytest.approx(0.5)


@pytest.mark.parametrize("chance", CHANCES, ids=range(30))
def test_every_wrong_kind_is_wrong(chance):
    candidate = right_candidate(chance)
    again = repeated(candidate, chance)
    assert len(again.text) > len(candidate.text)
    cited = miscited(candidate, chance)
    assert cited is not None
    assert "[1]" not in cited.text
    assert cited.text.split("[")[0] == candidate.text.split("[")[0]
    astray = misretrieved(candidate, PAINTER, chance)
    assert astray is not None
    assert not any(says(r.passage.text, RIVER.answers) for r in astray.references)
    other = answered_wrongly(candidate, PAINTER, chance)
    assert other is not None
    assert not says(other.text, ["Mount Bree"])
    assert len({c.id for c in (candidate, again, cited, astray, other)}) == 5


def test_citations_cannot_be_wrong_where_every_reference_is_right():
    candidate = Candidate(RIVER, RIVER.passages[:1], CandidateKind.GOLD, "Mount Bree [1].")
    assert miscited(candidate, random.Random(0)) is None


def test_references_are_few_and_mostly_hold_the_answer():
    chosen = [choose_references(RIVER, random.Random(n)) for n in range(200)]
    assert all(1 <= len(references) <= 5 for references in chosen)
    holding = sum(any(r.answers for r in references) for references in chosen)
    assert 150 < holding < 200


def test_an_incomplete_answer_stops_before_the_answer():
    whole = gold_answer(RIVER, RIVER.passages, random.Random(0), short=False)
    made = incomplete(Candidate(RIVER, RIVER.passages, CandidateKind.GOLD, whole))
    assert (made.kind, made.text) == (CandidateKind.INCOMPLETE, "The Arlo rises on [1]")
    alone = Candidate(RIVER, RIVER.passages, CandidateKind.GOLD, "Mount Bree [1].")
    assert incomplete(alone) is None


@pytest.mark.parametrize("chance", CHANCES, ids=range(30))
def test_a_bad_query_is_another_one_and_leads_astray(chance):
    base = right_candidate(chance)
    bad = corrupted(RIVER.question, PAINTER.question, chance)
    assert bad not in (None, RIVER.question)
    made = badly_asked(base, bad, RIVER.passages + PAINTER.passages, chance)
    assert (made.kind, made.item.question, made.meant) == (
        CandidateKind.BAD_QUERY,
        bad,
        RIVER.question,
    )
    assert not any(says(r.passage.text, RIVER.answers) for r in made.references)
    assert badly_asked(base, bad, RIVER.passages[:1], chance) is None


@pytest.mark.parametrize("question", ["", "?", "why", "a b"])
def test_what_cannot_be_spoilt_is_left(question):
    assert corrupted(question, PAINTER.question, random.Random(0)) in (None, "")
