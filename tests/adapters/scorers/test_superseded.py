"""Of two editions of a document the later one holds."""

from __future__ import annotations

import pytest

from assay.adapters.scorers.superseded import superseded
from assay.types import Passage


def passage(source: str, text: str, *headings: str) -> Passage:
    return Passage("p", text, source=source, headings=headings)


OLD = passage("/office/travel-2023.docx", "Meals abroad: EUR 20; at home: EUR 14", "Meals")
NEW = passage("/office/travel-2025.docx", "Meals abroad: EUR 24; at home: EUR 16", "Meals")


def test_the_earlier_edition_is_replaced():
    assert superseded("What is the allowance for meals?", [NEW, OLD]) == {1}
    assert superseded("What is the allowance for meals?", [OLD, NEW]) == {0}


@pytest.mark.parametrize(
    "question",
    ["What was the allowance?", "The allowance in 2023?", "Old and new allowance", "What changed?"],
)
def test_a_question_about_before_takes_either(question):
    assert not superseded(question, [OLD, NEW])


@pytest.mark.parametrize(
    "other",
    [
        passage("/office/travel-2025.docx", OLD.text, "Hotels"),
        passage("/office/travel-2025.docx", "Keys are kept at the desk of the keeper.", "Meals"),
        passage("/office/hotel-2025.docx", NEW.text, "Meals"),
        passage("/office/travel-2023.docx", NEW.text, "Meals"),
        passage("/office/travel-2025-04-09.docx", NEW.text, "Meals"),
        passage("/office/chapter-02.docx", NEW.text, "Meals"),
    ],
    ids=["section", "words", "name", "year", "date", "number"],
)
def test_what_is_no_later_edition_replaces_nothing(other):
    assert not superseded("What is the allowance for meals?", [OLD, other])
