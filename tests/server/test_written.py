"""Answers for clients that show plain text."""

from __future__ import annotations

import pytest

from assay.server.written import written_answer
from assay.types import Answer, Citation


@pytest.mark.parametrize(
    ("location", "place"), [("page 61", "lamp.pdf, page 61"), ("", "lamp.pdf")]
)
def test_a_source_is_named_with_the_place_in_it(location, place):
    citation = Citation(0, 4, "s1", "lamp.pdf", 0, 9, "Oil burns.", 0.9, location)
    answer = Answer("What burns?", "Oil.", "crag", citations=(citation,))
    assert written_answer(answer) == f"Oil. [1]\n\n[1] {place}: “Oil burns.”"
