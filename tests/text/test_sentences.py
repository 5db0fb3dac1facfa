from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.text.sentences import sentence_spans

# Prose is too tame: these are the pieces that sentence splitters stumble over.
LATIN = ["J", "Mr. ", "U.S. ", "word ", "...", "? ", "! ", ".", "\n\n", "\r\n", "1.", "(", '"']
WIDE = ["É. ", "”", "…", "。", "😀", "e\u0301", "\u2028", "\x85", "\u3000", "\xa0", "\u200b"]
BROKEN = ["\ud800", "\x00"]
HARD = st.lists(st.sampled_from(LATIN + WIDE + BROKEN), max_size=40).map("".join)
TEXTS = st.text(max_size=80) | HARD


def words(text):
    return [text[a:b] for a, b in sentence_spans(text)]


def test_sentences_are_found_with_their_offsets():
    text = " Dr. Grey came.  He saw 3.5 km of road!\n\nThen he left "
    assert words(text) == ["Dr. Grey came.", "He saw 3.5 km of road!", "Then he left"]


@pytest.mark.parametrize("between", [" ", "\n", "\n\n", "\n\n\n"])
def test_a_long_text_is_split_as_truly_at_its_end_as_at_its_start(between):
    sentences = [f"Sentence number {number} ends here." for number in range(2_000)]
    assert words(between.join(sentences)) == sentences


@pytest.mark.parametrize("text", ["", " ", "\n\n", "\u3000\u2028"])
def test_white_space_has_no_sentences(text):
    assert sentence_spans(text) == []


@pytest.mark.parametrize("text", ["A\x85.", "A\u2028. b", "\ud800. x"])
def test_text_that_breaks_the_splitter_is_still_split(text):
    assert "".join("".join(words(text)).split()) == "".join(text.split())


@given(TEXTS)
def test_spans_are_in_order_apart_and_hold_every_word(text):
    spans = sentence_spans(text)
    end = 0
    for start, stop in spans:
        assert end <= start < stop <= len(text)
        assert text[end:start].strip() == ""
        assert text[start:stop] == text[start:stop].strip()
        end = stop
    assert text[end:].strip() == ""
