"""What speaks for an answer or against it: words that must be known, names that must be there."""

from __future__ import annotations

import pytest

from assay.adapters.generators.signs import signs_of
from assay.steps.answer.confidence import Confidence, SignWeights
from assay.types import Draft, Form, Passage
from tests.adapters.generators.test_entry_reader import MANUAL, drafted, evidence_of, reader
from tests.adapters.readings import Seen
from tests.entries import entries_of


@pytest.fixture
def manual(tmp_path) -> list[Passage]:
    return entries_of(tmp_path, "kettle.md", MANUAL)


STORY = "Yesterday my wretched neighbour laughed about it for hours."


@pytest.mark.parametrize(
    ("question", "unknown"),
    [
        ("What is the default of steel and glass?", 0.0),
        (f"{STORY} What is the default of steel and glass?", 0.0),
        (f"{STORY} What about steel?", 5 / 6),  # that alone says too little
    ],
)
def test_of_a_story_only_its_question_must_be_known(tmp_path, question, unknown):
    entries = entries_of(tmp_path, "k.md", "# Steel\n\nThe default is steel.\n")
    told = reader(Seen("steel"))
    candidates = told._candidates(question, evidence_of(entries))
    assert signs_of(question, Draft(None), candidates, told.vocabulary()).unknown == pytest.approx(
        unknown
    )


@pytest.mark.parametrize(
    ("name", "unnamed"), [("Kettlev3", False), ("Kettlev2", True), ("Teapot", True)]
)
def test_a_name_with_a_version_is_no_stranger_where_its_document_has_both(tmp_path, name, unnamed):
    entries = entries_of(tmp_path, "Kettle-3.md", "# Steel\n\nThe default is steel.\n")
    told = reader(Seen("steel"))
    question = f"Under {name}, what is the default?"
    candidates = told._candidates(question, evidence_of(entries))
    assert signs_of(question, Draft(None), candidates, told.vocabulary()).unnamed is unnamed


def test_confidence_is_that_of_the_form_of_the_answer(manual):
    forms = {Form.FACT.value: 4.0, Form.PASSAGE.value: -4.0}
    told = reader(Seen("6"), confidence=Confidence(right=SignWeights(score=0.0, forms=forms)))
    sure = drafted(told, "What is the default of retry_limit?", manual).confidence
    unsure = drafted(told, "Why is retry_limit there?", manual).confidence
    assert (sure, unsure) == pytest.approx((0.982, 0.018), abs=1e-3)


def test_an_entry_that_is_no_better_than_the_next_is_trusted_less(manual):
    sure = Confidence(right=SignWeights(score=0.0, ahead=1.0))
    alone = drafted(reader(Seen("lasts long"), confidence=sure), "Why steel?", manual)
    seen = Seen("lasts long"), Seen("breaks easily")
    beside = drafted(reader(*seen, confidence=sure), "Why steel?", manual)
    assert alone.text == beside.text
    assert 0.5 < beside.confidence < alone.confidence


def test_all_of_something_without_a_list_is_trusted_less(manual):
    sure = Confidence(right=SignWeights(score=0.0, unlisted=-4.0))
    listed = drafted(reader(Seen("colours"), confidence=sure), "Which colours are there?", manual)
    steel = [entry for entry in manual if "Steel lasts" in entry.text]
    unlisted = drafted(reader(Seen("lasts"), confidence=sure), "List all the metals.", steel)
    assert (listed.form, listed.confidence) == (Form.LIST, 0.5)
    assert unlisted.confidence == pytest.approx(0.018, abs=1e-3)


def test_words_that_stand_nowhere_in_the_index_speak_against_an_answer(manual):
    told = reader(Seen("6"), confidence=Confidence(right=SignWeights(unknown=-5.0)))
    known = drafted(told, "Why is the default of the kettle so?", manual).confidence
    unknown = drafted(told, "Why is the default of the toaster so?", manual).confidence
    assert unknown < known
