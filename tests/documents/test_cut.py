from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay_documents.html import html_blocks
from assay_documents.model import Block, Document
from assay_documents.passages.cut import (
    MAX_ANNOUNCED_WORDS,
    MAX_PROCEDURE_WORDS,
    MAX_WORDS,
    cut_document,
)
from assay_documents.passages.sizes import count_words
from assay_documents.places import BlockKind, Place
from tests.documents.reading import check_cuts, document

SENTENCE = "The keeper of the lamp writes down the hour, the wind and the oil that is left. "  # 16


def cut(page: str) -> list[tuple[tuple[str, ...], str]]:
    made = document(html_blocks(page))
    return [(each.headings, made.text[each.start : each.end]) for each in check_cuts(made)]


def paragraph(sentences: int, start: str = "") -> str:
    return f"<p>{start}{SENTENCE * sentences}</p>"


def test_an_entry_is_a_passage_of_its_own():
    page = (
        "<h1>lampd</h1><h2>Options</h2><dl>"
        f"<dt>-a</dt><dd>{SENTENCE * 3}</dd>"
        f"<dt>-b</dt><dd>{SENTENCE * 3}<p>The default is 40.</p></dd></dl>"
    )
    first, second = cut(page)
    assert first[0] == ("lampd", "Options", "-a") and first[1].startswith("-a\nThe keeper")
    assert second[0] == ("lampd", "Options", "-b")
    assert second[1].endswith("The default is 40.")


def test_short_entries_share_a_passage_with_what_leads_them_in():
    page = "<h2>Options</h2><p>These options are known:</p><dl>" + "".join(
        f"<dt>-{n}</dt><dd>Set the number {n} of the lamp.</dd>" for n in range(9)
    )
    cuts = cut(page)
    assert len(cuts) == 1
    assert cuts[0][0] == ("Options",)
    assert cuts[0][1].startswith("These options are known:\n\n-0\nSet")


def test_no_passage_joins_two_headings():
    page = "<h2>One</h2><p>First words.</p><h2>Two</h2><p>Second words.</p>"
    assert cut(page) == [(("One",), "First words."), (("Two",), "Second words.")]


def test_short_paragraphs_under_one_heading_are_packed():
    page = "<h2>One</h2>" + paragraph(2) * 6
    sizes = [count_words(text) for _, text in cut(page)]
    assert len(sizes) == 2 and all(size <= MAX_WORDS for size in sizes)


def test_a_long_entry_is_split_with_its_path_kept():
    page = f"<h2>Options</h2><dl><dt>-a</dt><dd>{paragraph(6) * 4}</dd><dt>-b</dt><dd>x</dd></dl>"
    cuts = cut(page)
    assert len(cuts) > 3
    assert {path for path, _ in cuts[:-1]} == {("Options", "-a")}
    assert cuts[-1] == (("Options", "-b"), "-b\nx")


def test_a_procedure_stays_whole_with_its_lead_in():
    steps = "".join(f"<li>{SENTENCE}</li>" for _ in range(12))
    cuts = cut(f"<h2>How</h2>{paragraph(8)}<p>Do this:</p><ol>{steps}</ol>{paragraph(8)}")
    whole = [text for _, text in cuts if "12. " in text]
    assert len(whole) == 1
    assert whole[0].startswith("Do this:\n\n1. The keeper")
    assert MAX_WORDS < count_words(whole[0]) <= MAX_PROCEDURE_WORDS


def test_a_list_stays_with_its_lead_in():
    items = "".join(f"<li>{SENTENCE}</li>" for _ in range(5))
    cuts = cut(paragraph(7) + f"<p>The following is written down:</p><ul>{items}</ul>")
    assert cuts[1][1].startswith("The following is written down:")
    assert cuts[1][1].count("keeper") == 5


def test_an_announcement_stands_with_what_it_announces():
    announced = "<p>Write this into the book:</p><p>Lamp: lit; Wind: north</p>"
    cuts = cut(paragraph(5) + announced + paragraph(6))
    assert cuts[0][1].endswith("Write this into the book:\n\nLamp: lit; Wind: north")


def test_an_announcement_goes_with_what_is_too_long_for_what_came_before():
    announced = f"<p>Write this into the book:</p>{paragraph(4)}"
    cuts = cut(paragraph(6) + announced + paragraph(6))
    assert cuts[0][1].endswith("left.")
    assert cuts[1][1].startswith("Write this into the book:\n\nThe keeper")


def test_an_announcement_of_an_announcement_goes_with_it():
    steps = "".join(f"<li>{SENTENCE}</li>" for _ in range(6))
    announced = f"<p>Of lamps:</p>{paragraph(3, 'Write:')}<p>So:</p><ul>{steps}</ul>"
    page = (paragraph(3) + announced).replace("left. </p><p>So:", "left:</p><p>So:")
    assert [text.partition(" ")[0] for _, text in cut(page)] == ["The", "Of"]


def test_a_short_line_without_an_end_goes_with_what_it_is_the_title_of():
    entries = "".join(f"<dt>-{n}</dt><dd>Set lamp {n}.</dd>" for n in range(4))
    announced = f"<p>There are four options:</p><p>Options of lamps</p><dl>{entries}</dl>"
    cuts = cut(f"<h2>Use</h2>{paragraph(6)}{announced}")
    assert cuts[1][1].startswith("There are four options:\n\nOptions of lamps\n\n-0\nSet lamp 0.")


@pytest.mark.parametrize("line", ["That was all.", "lampd -v", "Lit; out; lit\u2026"])
def test_a_short_line_that_ends_or_is_an_example_stays_with_what_came_before(line):
    entries = "".join(f"<dt>-{n}</dt><dd>Set lamp {n}.</dd>" for n in range(4))
    cuts = cut(f"{paragraph(5)}<p>{line}</p><dl>{entries}</dl>")
    assert cuts[0][1].endswith(line)


def test_what_is_announced_may_be_longer_than_a_passage_but_not_much():
    long, too_long = (
        f"<p>Write this down:</p>{paragraph(words)}{paragraph(9)}" for words in (9, 99)
    )
    assert cut(long)[0][1].startswith("Write this down:\n\nThe keeper")
    assert max(count_words(text) for _, text in cut(long)) <= MAX_ANNOUNCED_WORDS
    assert max(count_words(text) for _, text in cut(too_long)) <= MAX_ANNOUNCED_WORDS


def test_short_entries_stand_with_their_announcement_after_a_long_text():
    entries = "".join(f"<dt>-{n}</dt><dd>Set lamp {n}.</dd>" for n in range(4))
    cuts = cut(f"<h2>Use</h2>{paragraph(6)}<p>These options are known:</p><dl>{entries}</dl>")
    assert [path for path, _ in cuts] == [("Use",), ("Use",)]
    assert cuts[1][1].startswith("These options are known:\n\n-0\nSet lamp 0.")


def test_rows_are_packed_under_their_caption():
    rows = "".join(f"<tr><td>Lamp {n}</td><td>{n} years</td></tr>" for n in range(60))
    page = f"<table><caption>Ages</caption><tr><th>Name</th><th>Age</th></tr>{rows}</table>"
    cuts = cut(page)
    assert 2 < len(cuts) < 10
    assert {path for path, _ in cuts} == {("Ages",)}
    assert all(line.startswith("Name: Lamp") for _, text in cuts for line in text.splitlines())


def test_furniture_keeps_to_itself():
    cuts = cut("<nav><a href=x>Home</a></nav><p>Text.</p><footer>Mura</footer>")
    assert [text for _, text in cuts] == ["Home", "Text.", "Mura"]


def test_a_heading_without_text_is_not_lost():
    assert cut("<h1>A</h1><h2>B</h2><h2>C</h2><p>Text.</p>") == [
        (("A",), "B"),
        (("A", "C"), "Text."),
    ]


def test_spans_and_places_are_those_of_the_blocks():
    blocks = (
        Block(BlockKind.HEADING, "Steps", Place(line=1)),
        Block(BlockKind.ITEM, "Open it.", Place(line=3), ("Steps",), 1, "1."),
        Block(BlockKind.ITEM, "Shut it.", Place(line=4), ("Steps",), 1, "2."),
    )
    made = Document("d", "t", "d", blocks)
    (only,) = cut_document(made)
    assert made.text[only.start : only.end] == "1. Open it.\n2. Shut it."
    assert only.place == Place(line=3)
    text = made.text[only.start : only.end]
    assert [(text[s.start : s.end], s.number, s.place.line, s.group) for s in only.blocks] == [
        ("Open it.", "1.", 3, 1),
        ("Shut it.", "2.", 4, 1),
    ]


def test_code_is_split_between_lines_that_are_still_known():
    code = "\n".join(f"    call_{n}(1, 2, 3)" for n in range(200))
    made = Document("d", "t", "d", (Block(BlockKind.CODE, code, Place(line=10)),))
    cuts = check_cuts(made)
    assert len(cuts) > 2
    for each in cuts:
        first = made.text[each.start : each.end].strip().splitlines()[0]
        assert first == f"call_{each.place.line - 10}(1, 2, 3)"


@pytest.mark.parametrize(
    "text",
    ["\u706f\u53f0" * 5000, "word " * 20_000, "a" * 60_000, "no end " * 9_000 + ".", "x. " * 30_000,
     "\u0e01\u0e34" * 4000, "\U0001f469\u200d\U0001f4bb" * 3000],
)  # fmt: skip
def test_endless_paragraphs_are_cut_at_a_price_that_grows_with_their_length(text):
    made = Document("d", "t", "d", (Block(BlockKind.PARAGRAPH, text.strip()),))
    cuts = check_cuts(made)
    assert all(count_words(made.text[c.start : c.end]) <= MAX_WORDS for c in cuts)


kinds = st.sampled_from(list(BlockKind))
texts = st.text(st.sampled_from("ab .:\n\u706f"), min_size=1, max_size=300).map(str.strip)
paths = st.lists(st.sampled_from("XYZ"), max_size=3).map(tuple)
blocks = st.builds(
    Block,
    kinds,
    texts.filter(bool),
    st.just(Place()),
    paths,
    st.integers(0, 3),
    st.sampled_from(["", "1."]),
    st.sampled_from(["", "X"]),
)


@given(st.lists(blocks, max_size=25).map(tuple))
def test_any_blocks_are_cut_without_loss(made):
    check_cuts(Document("d", "t", "d", made))
