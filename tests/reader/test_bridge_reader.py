"""Two passages that answer together what neither answers alone, with the shipped model."""

from __future__ import annotations

from dataclasses import replace

from assay.reader.bridge_reader import JOINED, BridgeReader
from assay.reader.span_reader import SpanReader
from assay.steps.answer.citations import is_verbatim
from assay.steps.correct.refine import whole
from assay.testing import make_passage
from assay.types import Evidence
from tests.models.shipped import shipped

QUESTION = "In which town was the director of the film Northern Rain born?"
FILM = replace(
    make_passage("Northern Rain is a film of 1962. It was directed by Ada Palm.", "film"),
    title="Northern Rain",
)
PALM = replace(
    make_passage("Ada Palm (1911 to 1984) was born in Lindholm. She kept bees.", "palm"),
    title="Ada Palm",
)
OTHER = replace(
    make_passage("Carl Berg was born in Tarn. He wrote songs.", "berg"), title="Carl Berg"
)


def read(question, *passages):
    evidence = Evidence(tuple(whole(passage) for passage in passages))
    return BridgeReader(SpanReader(shipped())).generate(question, evidence), evidence


def test_the_second_passage_answers_what_the_first_leads_to_and_both_are_quoted():
    draft, evidence = read(QUESTION, OTHER, FILM, PALM)
    assert draft.text == "Lindholm"
    assert JOINED in draft.notes
    assert [c.source for c in draft.citations] == ["film.txt", "palm.txt"]
    assert draft.citations[0].quote == "It was directed by Ada Palm."
    assert all(is_verbatim(citation, evidence) for citation in draft.citations)
    assert all((c.answer_start, c.answer_end) == (0, len("Lindholm")) for c in draft.citations)


def test_a_question_about_one_thing_is_answered_as_before():
    for question in ("Who directed Northern Rain?", "Where was Ada Palm born?"):
        evidence = Evidence(tuple(whole(passage) for passage in (FILM, PALM, OTHER)))
        alone = SpanReader(shipped()).generate(question, evidence)
        assert read(question, FILM, PALM, OTHER)[0] == alone


def test_without_a_name_that_is_a_title_nothing_is_joined():
    draft, _ = read(QUESTION, FILM, OTHER)
    assert JOINED not in draft.notes
    untitled = replace(PALM, title="")
    assert JOINED not in read(QUESTION, FILM, untitled)[0].notes
    assert read(QUESTION)[0].text is None
