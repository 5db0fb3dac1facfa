"""Plain text in pages: running lines are taken out, and what they divided is whole again."""

from __future__ import annotations

from assay_documents.model import Contents
from assay_documents.texts.lines import split_lines
from assay_documents.texts.pages import with_whole_words, without_pages
from assay_documents.texts.plain import plain_blocks
from tests.documents.reading import lines as blocks

BODY = [f"The lamp of room {word} is lit at dusk and put out at dawn." for word in "abcdefgh"]


def said(contents: Contents) -> list[str]:
    return [text for kind, text in blocks(contents) if kind != "furniture"]


def paged(pages: int, height: int = 30) -> str:
    """Pages with a head and a foot; each ends in the middle of a sentence."""
    names = ("", "hall", "house", "tower", "ship")
    laid_out = []
    for number in range(1, pages + 1):
        top = [f"The Lamp Book{number:>40}", "", ""]
        text = [
            f"burns {names[number]} oil.",
            "",
            *[line for each in BODY for line in (each.replace("room", names[number]), "")],
        ]
        text = (text if number > 1 else text[2:]) + [f"The lamp of the last {names[number]}"]
        foot = ["", "", "Lamps 3.6          March 8, 2020", ""]
        blank = [""] * (height - len(top) - len(text) - len(foot))
        laid_out += [*top, *text, *blank, *foot]
    return "\n".join(laid_out)


def test_running_lines_are_furniture_and_a_divided_sentence_is_whole():
    contents = plain_blocks(paged(4))
    texts = said(contents)
    assert "The lamp of the last hall burns house oil." in texts
    assert "The lamp of the last tower burns ship oil." in texts
    assert not any("March 8" in text or "Lamp Book" in text for text in texts)
    furniture = [block.text for block in contents.blocks if block.kind == "furniture"]
    assert furniture == ["The Lamp Book 1", "Lamps 3.6 March 8, 2020"]


def test_a_break_between_sentences_ends_the_paragraph():
    text = paged(4).replace("of the last hall", "is out.")
    assert "The lamp is out." in said(plain_blocks(text))


def test_chapters_of_different_length_are_no_pages():
    chapters = "\n".join(
        f"\nChapter {number}\n\n" + "\n\n".join(BODY * number) + "\n" for number in range(2, 7)
    )
    lines, running = without_pages(split_lines(chapters))
    assert not running
    assert sum(line.text.startswith("Chapter") for line in lines) == 5


def test_two_pages_are_too_few_to_tell():
    lines = split_lines(paged(2))
    assert without_pages(lines) == (lines, [])


def test_a_parted_word_is_whole_where_the_text_has_it_elsewhere():
    text = "The lantern is a lan-\ntern and the wick-\nholder holds --no-\nwick.\n"
    assert said(plain_blocks(text)) == [
        "The lantern is a lantern and the wick-holder holds --no-wick."
    ]


def test_a_word_whose_parts_are_words_keeps_its_hyphen():
    text = "It is nonburning, and no lamp is burning or non plus ultra. It is non-\nburning.\n"
    assert said(plain_blocks(text))[0].endswith("It is non-burning.")


def test_lines_without_parted_words_stay():
    lines = split_lines("A lamp.\nA wick.\n")
    assert with_whole_words(lines) == lines


def test_lines_that_stay_as_they_are_keep_their_hyphens():
    text = "A lantern.\n\n$ light lan-\ntern\n"
    assert blocks(plain_blocks(text))[-1] == ("code", "$ light lan-\ntern")


PARTED = """\
The keeper of the full-size lamp keeps watch, and the cover is of tin: the keep-
er writes down lamp_oil_min and the values of lamp_oil_max-
imum in a full-
size book, which has a cov-
er of tin and a clasp of an un-
known kind.
"""


def test_words_of_a_text_that_parts_words_are_whole_unless_it_has_them_with_a_hyphen():
    (told,) = said(plain_blocks(PARTED))
    assert "the keeper writes" in told
    assert "lamp_oil_maximum" in told
    assert "a cover of tin" in told
    assert "an unknown kind" in told
    assert "a full-size book" in told


def test_a_text_that_parts_no_words_keeps_its_hyphens():
    text = "A full-size lamp has a full-\nsize wick, and it is wind-\nresistant.\n"
    assert said(plain_blocks(text)) == [
        "A full-size lamp has a full-size wick, and it is wind-resistant."
    ]
