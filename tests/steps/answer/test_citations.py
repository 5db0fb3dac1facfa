from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.steps.answer.citations import cite_span, is_verbatim, sentence_around
from assay.steps.correct.refine import cut_strips
from assay.types import Evidence, Passage, Strip

TEXT = "Gold is heavy. It melts at 1064 degrees. Iron rusts."
STRIP = Strip(Passage("p", TEXT, source="metals.txt", start=30), 0, len(TEXT))
START = TEXT.index("1064")
CITATION = cite_span(STRIP, START, START + 4, 0.8)
EVIDENCE = Evidence((STRIP,))

PROSE = st.lists(
    st.sampled_from(["It rains.", "Why?", "Mr. Fox ran!", "\n\n", "x\u2028", "😀", "No end"]),
    min_size=1,
    max_size=10,
).map(" ".join) | st.text(min_size=1, max_size=100)


def test_a_citation_quotes_the_sentence_around_the_answer():
    assert CITATION.quote == "It melts at 1064 degrees."
    assert (CITATION.answer_start, CITATION.answer_end) == (0, 4)
    assert (CITATION.start, CITATION.end) == (45, 70)
    assert (CITATION.source, CITATION.evidence) == ("metals.txt", STRIP.id)
    assert is_verbatim(CITATION, EVIDENCE)


@pytest.mark.parametrize(
    "forged",
    [
        replace(CITATION, quote="It melts at 1065 degrees."),
        replace(CITATION, start=CITATION.start + 1, end=CITATION.end + 1),
        replace(CITATION, evidence="another"),
        replace(CITATION, source="elsewhere.txt"),
        replace(CITATION, end=CITATION.start, quote=""),
        replace(CITATION, start=30, end=9_999, quote=TEXT),
        replace(CITATION, start=0, end=60, quote=TEXT[-30:30]),
    ],
)
def test_a_citation_that_is_not_there_is_found_out(forged):
    assert not is_verbatim(forged, EVIDENCE)


def test_a_citation_of_dropped_evidence_does_not_hold():
    assert not is_verbatim(CITATION, Evidence((), dropped=(STRIP,)))


def test_two_sources_may_share_an_id():
    twin = Strip(replace(STRIP.passage, source="other.txt"), STRIP.start, STRIP.end)
    assert is_verbatim(CITATION, Evidence((twin, STRIP)))


def test_an_answer_across_sentences_quotes_them_all():
    first, last = sentence_around(TEXT, TEXT.index("heavy"), TEXT.index("melts"))
    assert TEXT[first:last] == "Gold is heavy. It melts at 1064 degrees."


def test_sentences_that_touch_are_still_apart():
    assert sentence_around("好。坏。新。", 2, 4) == (2, 4)


@given(PROSE, st.integers(0, 500), st.data())
def test_every_citation_quotes_its_source_exactly(text, offset, data):
    document = "#" * offset + text
    passage = Passage("p", text, source="s", start=offset)
    strips = cut_strips(passage) or (Strip(passage, 0, len(text)),)
    strip = data.draw(st.sampled_from(strips))
    start = data.draw(st.integers(0, len(strip.text) - 1))
    end = data.draw(st.integers(start + 1, len(strip.text)))
    citation = cite_span(strip, start, end, 1.0)
    assert document[citation.start : citation.end] == citation.quote
    assert strip.text[start:end] in citation.quote
    assert citation.answer_end == end - start
    assert is_verbatim(citation, Evidence(strips))
