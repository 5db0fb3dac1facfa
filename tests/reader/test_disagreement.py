from __future__ import annotations

from dataclasses import replace

import pytest

from assay.reader.disagreement import (
    CROWD_WEIGHT,
    Said,
    compare,
    exclusive,
    same_answer,
    with_disagreement,
    with_opposite,
)
from assay.steps.answer.conclude import conclude
from assay.steps.correct.refine import whole
from assay.text.overlap import stems
from assay.types import Draft, Evidence, Passage

QUESTION = "Who built the mill of Arden?"


def said(text, answer, sure, name):
    passage = Passage(id=name, text=text, source=f"{name}.txt", document=name)
    start = text.index(answer)
    return Said(passage, start, start + len(answer), sure)


HALE = said("The mill of Arden was built by Thomas Hale in 1702.", "Thomas Hale", 0.8, "a")
ECHOES = [
    said("It was Thomas Hale who built the old mill of Arden.", "Thomas Hale", 0.7, "b"),
    said("Thomas Hale built the mill of Arden, as all know.", "Thomas Hale", 0.7, "c"),
]
CRANE = "A water wheel of oak drives it. Peter Crane raised the house over three summers."


def crane(sure, name="z"):
    return said(CRANE, "Peter Crane", sure, name)


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("Churchill", "Winston Churchill", True),
        ("five", "5", True),
        ("1702", "in 1702", True),
        ("1702", "1703", False),
        ("May 3, 1702", "1702", True),
        ("Thomas Hale", "Peter Crane", False),
        ("Thomas Hale", "Edwin Hale", False),
        ("the second mill of Arden", "Arden's second mill", True),
        ("the", "", True),
    ],
)
def test_two_spans_are_one_answer_or_two(first, second, same):
    assert same_answer(first, second) is same
    assert same_answer(second, first) is same


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("old stone mill", "new stone mill", False),
        ("the mill", "the old mill", True),  # one has no word but those of the question
        ("stone mill", "stone house", False),
    ],
)
def test_words_of_the_question_do_not_make_two_answers_one(first, second, same):
    asked = stems("Which stone mill or stone house stands in Arden?")
    assert same_answer(first, second, asked) is same
    assert same_answer(second, first, asked) is same


def test_of_two_that_the_question_names_the_other_one_is_a_conflict():
    question = "Who built the mill, Thomas Hale or Peter Crane?"
    assert [each.text for each in compare(question, HALE, [crane(0.5)]).others] == ["Peter Crane"]
    named = "Which mill did Peter Crane and his men leave?"
    assert compare(named, HALE, [crane(0.5)]).others == ()


def test_another_document_that_answers_otherwise_is_a_conflict():
    found = compare(QUESTION, HALE, [crane(0.5)])
    assert [each.text for each in found.others] == ["Peter Crane"]


@pytest.mark.parametrize(
    "other",
    [
        crane(0.2),  # hardly an answer
        crane(0.9, "a"),  # the same document
        said("The mill was built by Hale.", "Hale", 0.9, "z"),  # the same answer
        said("The mill of Arden is old.", "The mill of Arden", 0.9, "z"),  # the question again
    ],
)
def test_what_is_no_conflict(other):
    assert compare(QUESTION, HALE, [other]).others == ()


def test_repetition_is_no_corroboration():
    found = compare(QUESTION, HALE, [*ECHOES, crane(0.1)])
    assert found.repeated == 3
    assert [each.text for each in found.others] == ["Peter Crane"]
    draft = with_disagreement(Draft("Thomas Hale", confidence=0.8), HALE, found)
    assert draft.confidence < 0.8 * CROWD_WEIGHT
    assert "3 passages say so in much the same words" in draft.notes[0]


def test_copies_of_a_text_are_one_voice_and_no_crowd():
    copies = [said(HALE.passage.text, "Thomas Hale", 0.8, name) for name in "bcde"]
    assert compare(QUESTION, HALE, [*copies, crane(0.1)]).repeated == 1
    assert compare(QUESTION, HALE, [*copies, crane(0.5)]).others == (crane(0.5),)


def test_a_crowd_that_an_independent_document_bears_out_is_none():
    text = "Ledgers in the county hall name one builder, Thomas Hale, paid forty pounds a year."
    found = compare(QUESTION, HALE, [*ECHOES, said(text, "Thomas Hale", 0.4, "y"), crane(0.1)])
    assert (found.repeated, found.others) == (1, ())


def test_of_two_that_are_as_likely_both_are_the_text():
    draft = Draft("Thomas Hale", confidence=0.8)
    both = with_disagreement(draft, HALE, compare(QUESTION, HALE, [crane(0.7)]))
    assert both.text == "Thomas Hale or Peter Crane: the sources disagree"
    first = with_disagreement(draft, HALE, compare(QUESTION, HALE, [crane(0.45)]))
    assert first.text == "Thomas Hale"
    assert both.confidence < first.confidence < 0.8
    sure = with_disagreement(
        replace(draft, confidence=0.99), HALE, compare(QUESTION, HALE, [crane(0.7)])
    )
    assert sure.confidence == 0.5
    assert first.notes == ('the sources disagree: z.txt says "Peter Crane"',)


def test_the_other_answer_is_cited_where_it_stands_even_if_it_was_dropped():
    other = crane(0.7)
    draft = with_disagreement(Draft("Thomas Hale"), HALE, compare(QUESTION, HALE, [other]))
    evidence = Evidence((whole(HALE.passage),), (whole(other.passage),))
    (rival,) = conclude(QUESTION, "rag", evidence, draft).rivals
    assert rival.text == "Peter Crane"
    assert rival.citation.quote == "Peter Crane raised the house over three summers."
    assert rival.citation.score == pytest.approx(0.7)
    nowhere = Evidence((whole(HALE.passage),))
    assert conclude(QUESTION, "rag", nowhere, draft).rivals == ()


def test_a_refusal_stays_a_refusal():
    refusal = Draft(None, reason="nothing found")
    assert with_disagreement(refusal, HALE, compare(QUESTION, HALE, [crane(0.7)])) is refusal
    assert with_opposite(refusal, [crane(0.7)]) is refusal


def test_a_yes_and_a_no_are_shown_together():
    draft = with_opposite(Draft("Yes.\n\nIt is.", confidence=0.7), [crane(0.6), crane(0.1)])
    assert [rival.text for rival in draft.rivals] == ["No."]
    assert draft.notes == ("the sources disagree: z.txt says no",)
    assert draft.confidence == pytest.approx(exclusive(0.7, 0.6))
    assert with_opposite(draft, [crane(0.1)]) is draft


def test_at_most_one_of_two_answers_is_right():
    assert exclusive(0.8, 0.0) == pytest.approx(0.8)
    assert exclusive(0.5, 0.5) == pytest.approx(1 / 3)
    assert exclusive(1.0, 1.0) == 0.5
