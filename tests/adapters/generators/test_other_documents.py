"""The reader over passages of documents that disagree, with the real model."""

from __future__ import annotations

import pytest

from assay.adapters.generators.other_documents import (
    MAX_DROPPED,
    entry_beside_others,
    read_passages,
)
from assay.adapters.generators.span_reader import SpanReader
from assay.cli.view.show import plain_answer
from assay.steps.answer.conclude import conclude
from assay.steps.correct.refine import whole
from assay.text.repeats import best_distinct
from assay.types import Draft, Entry, Evidence, Form, Passage
from tests.adapters.generators.test_entry_reader import VOCABULARY
from tests.adapters.readings import SeeingAssayer, Seen
from tests.models.shipped import shipped
from tests.steps.answer.test_yes_no import Supports

QUESTION = "Who built the mill of Arden?"
HALE = "The mill of Arden was built by Thomas Hale in 1702. It stands by the river."
CRANE = "County ledgers say that Peter Crane, a carpenter, built the mill of Arden."


def passage(name, text):
    return Passage(id=name, text=text, source=f"{name}.txt", document=name)


def answered(evidence):
    return conclude(QUESTION, "crag", evidence, SpanReader(shipped()).generate(QUESTION, evidence))


def test_both_answers_are_given_with_their_places():
    evidence = Evidence((whole(passage("guide", HALE)),), (whole(passage("ledger", CRANE)),))
    alone = answered(Evidence(evidence.strips))
    answer = answered(evidence)
    assert alone.rivals == ()
    (rival,) = answer.rivals
    assert "Peter Crane" in rival.text
    assert (rival.citation.source, rival.citation.quote) == ("ledger.txt", CRANE)
    assert answer.confidence < alone.confidence
    shown = plain_answer(answer).plain
    assert "Sources disagree:\n  Peter Crane" in shown
    assert "ledger.txt" in shown


def test_dropped_passages_are_read_up_to_a_bound():
    dropped = tuple(whole(passage(f"d{n}", f"Text {n}.")) for n in range(MAX_DROPPED + 5))
    evidence = Evidence((whole(passage("guide", HALE)),), dropped)
    assert len(read_passages(evidence)) == 1 + MAX_DROPPED


def test_copies_of_another_document_take_one_place():
    copies = [whole(passage(f"c{n}", HALE)) for n in range(5)]
    other = whole(passage("ledger", CRANE))
    assert best_distinct([*copies, other], 5) == [copies[0], other]
    twice = whole(passage("c0", HALE))
    assert best_distinct([copies[0], twice, other], 2) == [copies[0], twice]


@pytest.mark.parametrize(
    ("text", "lead", "disagrees"),
    [
        ("The kettle may be opened while it is hot.", 3.0, True),
        ("If the kettle is old, it may be opened while it is hot.", 3.0, False),
        ("When the kettle is hot, it may be opened.", 3.0, False),
        ("The kettle may be opened while it is hot.", 0.2, False),
    ],
)
def test_the_opposite_is_said_surely_and_without_a_condition(text, lead, disagrees):
    own = passage("guide", "The kettle must stay closed.")
    draft = Draft("No.\n\n...", form=Form.YES_NO, entries=(Entry(own, 0, len(own.text)),))
    evidence = Evidence((whole(own), whole(passage("other", text))))
    told = entry_beside_others(
        SeeingAssayer((Seen("kettle", lead),)),
        "May the kettle be opened?",
        draft,
        evidence,
        nli=lambda: Supports(0.9, 0.05),
        vocabulary=lambda: VOCABULARY,
    )
    assert bool(told.rivals) is disagrees


@pytest.mark.parametrize(("lead", "disagrees"), [(3.0, True), (-0.4, False)])
def test_another_value_counts_only_where_the_reader_believes_it(lead, disagrees):
    own = passage("guide", "The default colour of the kettle is red.")
    other = passage("other", "The default colour of the kettle is blue.")
    draft = Draft("red", confidence=0.8, form=Form.FACT, entries=(Entry(own, 0, len(own.text)),))
    told = entry_beside_others(
        SeeingAssayer((Seen("red", 0.1), Seen("blue", lead))),
        "What is the default colour of the kettle?",
        draft,
        Evidence((whole(own), whole(other))),
        nli=None,
        vocabulary=lambda: VOCABULARY,
    )
    assert bool(told.rivals) is disagrees
    assert ("disagree" in (told.text or "")) is disagrees
    assert (told.confidence or 0) < 0.8  # a value that is hardly believed is a doubt all the same
