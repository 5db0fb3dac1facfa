from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.steps.correct.refine import whole
from assay.steps.verify.revise import candidates, revise
from assay.testing import make_passage
from assay.types import Evidence, Passage
from tests.contracts.hostile import TEXTS

TITANIC = Passage("t", "Titanic is a film directed by James Cameron.", title="Titanic")
FILM = Evidence((whole(TITANIC),))
BREAD = Evidence((whole(make_passage("Bread is baked in an oven.", "bread")),))
QUESTION = "Where was the director of the film Titanic born?"


def test_a_near_miss_leads_on_by_the_names_it_gives():
    first = candidates(QUESTION, FILM)[0]
    assert "James Cameron" in first
    assert "born" in first


def test_evidence_beside_the_point_asks_again_for_what_was_not_found():
    first = candidates("Who composed the opera Fidelio?", BREAD)[0]
    assert "Fidelio" in first
    assert "opera" in first


def test_an_unsupported_claim_is_looked_for():
    asked = candidates("Who composed Fidelio?", BREAD, ["Ludwig van Beethoven composed it."])
    assert any("Beethoven" in query for query in asked)


def test_every_revision_is_a_question_that_can_be_read():
    asked = candidates(QUESTION, FILM, ["It was Ontario."])
    assert asked[:3] == (
        "Where was the director of the film Titanic born? Is it Ontario?",
        "Where was the director of the film Titanic born, in connection with James Cameron?",
        "Where was the director of the film Titanic born, above all director and born?",
    )
    assert all(query.endswith("?") for query in asked)


def test_what_was_asked_is_not_asked_again():
    asked = [QUESTION]
    for _ in range(10):
        query = revise(QUESTION, FILM, ["It was Ontario."], asked)
        if not query:
            break
        assert query not in asked
        asked.append(query)
    assert 3 <= len(asked) < 10
    assert revise(QUESTION, FILM, ["It was Ontario."], asked) == ""


def test_the_same_words_in_another_order_are_the_same_query():
    first = revise(QUESTION, FILM)
    turned = " ".join(reversed(first.split()))
    assert revise(QUESTION, FILM, asked=[turned]) != first


def test_the_same_is_asked_in_every_run():
    assert candidates(QUESTION, FILM, ["A."]) == candidates(QUESTION, FILM, ["A."])


def test_nothing_new_can_be_asked_of_nothing():
    assert revise("", Evidence()) == ""
    assert revise("Gold?", Evidence()) == ""


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_no_text_breaks_it(text):
    hostile = Evidence((whole(make_passage(text)),))
    for query in (revise(text, hostile, [text]), revise(QUESTION, hostile, [text])):
        assert len(query) <= 200


@given(st.text(max_size=80), st.text(max_size=80))
def test_a_query_is_never_the_question(question, text):
    query = revise(question, Evidence((whole(make_passage(text)),)), [text])
    assert query != question or not query
