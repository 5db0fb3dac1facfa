from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.text.paragraphs import cut_paragraphs, most_promising
from assay.types import Kind, Page, Passage

URL = "https://example.org/a"


def test_short_paragraphs_are_joined_and_long_ones_cut_at_sentences():
    long = " ".join(f"Sentence number {i} has six words." for i in range(40))
    page = Page(URL, "Title", f"One line.\nAnother line.\n{long}\nThe end.")
    passages = cut_paragraphs(page, words=30)
    assert passages[0].text == "One line.\nAnother line.\nSentence number 0 has six words. " + (
        "Sentence number 1 has six words. Sentence number 2 has six words. "
        "Sentence number 3 has six words."
    )
    assert passages[-1].text.endswith("The end.")
    assert {p.kind for p in passages} == {Kind.EXTERNAL}
    assert {(p.source, p.document, p.title) for p in passages} == {(URL, URL, "Title")}
    assert len({p.id for p in passages}) == len(passages)


@given(st.text(alphabet="ab. \n\u00e9?", max_size=400), st.integers(1, 20))
def test_each_passage_is_exactly_where_it_says(text, words):
    passages = cut_paragraphs(Page(URL, "", text), words)
    for passage in passages:
        assert text[passage.start : passage.end] == passage.text and passage.text.strip()
    assert [p.start for p in passages] == sorted(p.start for p in passages)


def test_an_empty_page_has_no_passages():
    assert cut_paragraphs(Page(URL, "", " \n ")) == ()


def test_the_promising_ones_share_rare_words_and_keep_their_order():
    texts = ["the sea is wide"] * 30 + ["a zebra in the sea", "the sea again", "zebra crossing"]
    passages = [Passage(str(i), text) for i, text in enumerate(texts)]
    assert [p.id for p in most_promising(passages, "the zebras", 2)] == ["30", "32"]
    assert most_promising(passages[:3], "anything", 5) == tuple(passages[:3])


@pytest.mark.parametrize("text", ["word " * 20_000, "x" * 50_000, "\u706f" * 50_000, " " * 50_000])
def test_text_without_sentences_is_still_cut_into_readable_pieces(text):
    passages = cut_paragraphs(Page(URL, "", text))
    assert all(0 < len(p.text) <= 1_200 for p in passages)
    assert "".join("".join(p.text.split()) for p in passages) == "".join(text.split())
