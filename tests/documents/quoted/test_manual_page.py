"""Manual pages on the web that have a block of code below each title."""

from __future__ import annotations

import re
import time
from html import escape

import pytest

from assay_documents.html.page import html_blocks
from assay_documents.model import Block
from assay_documents.places import BlockKind
from assay_documents.quoted.help_text import with_help_texts
from tests.documents.quoted.test_help_text import PAGE

TOP = '<a href="#top_of_page"><span class="top-link">top</span></a>'
SECTIONED = "<h1>lampd(8)</h1>" + re.sub(
    r"(?m)^([A-Z ]+)\n((?:(?: .*)?\n)+)",
    lambda found: f'<h2><a id="{found[1]}"></a>{found[1]} {TOP}</h2><pre>{escape(found[2])}</pre>',
    PAGE.partition("\n\n")[2],
)


def blocks_of(page: str) -> tuple[Block, ...]:
    return with_help_texts(html_blocks(page)).blocks


def told(blocks: tuple[Block, ...]) -> list[tuple[str, str, str]]:
    return [(each.kind.value, each.term, each.text) for each in blocks]


def test_a_page_in_sections_is_read_as_the_page_in_one_block():
    whole = blocks_of(f"<h1>lampd(8)</h1><pre>{PAGE}</pre>")
    sectioned = blocks_of(SECTIONED)
    titles = [each.text for each in sectioned if each.kind is BlockKind.HEADING]
    assert titles == ["lampd(8)", "NAME", "SYNOPSIS", "DESCRIPTION", "SEE ALSO"]
    body = [each for each in told(whole) if "LAMPD(8)" not in each[2]]
    assert told(sectioned) == body


def test_entries_stand_in_their_section_and_at_its_place():
    (light,) = (each for each in blocks_of(SECTIONED) if each.term == "light")
    assert (light.headings, light.place.anchor) == (("lampd(8)", "DESCRIPTION"), "DESCRIPTION")


def test_two_pages_in_one_file_are_two():
    found = blocks_of(f"{SECTIONED}{SECTIONED.replace('lampd', 'wickd')}")
    assert [each.headings[0] for each in found if each.term == "light"] == ["lampd(8)", "wickd(8)"]


@pytest.mark.parametrize(
    "page",
    [
        "<h2>NAME</h2><pre>lamp = 3\nwick = 4</pre><h2>DESCRIPTION</h2><pre>oil = 3</pre>",
        "<h2>NAME</h2><pre>   lamp</pre><p>The name.</p><h2>OPTIONS</h2><pre>   --oil</pre>",
        "<h2>Lamps</h2><pre>   lamp -o</pre><h2>Wicks</h2><pre>   wick -w</pre>",
    ],
)
def test_other_code_below_titles_stays_code(page):
    code = [each.text.strip() for each in html_blocks(page).blocks if each.kind is BlockKind.CODE]
    found = [each.text.strip() for each in blocks_of(page) if each.kind is BlockKind.CODE]
    assert found == code


def test_top_beside_a_title_is_no_word_of_it_and_elsewhere_is_one():
    wick = '<h2>The <a href="#t">wick</a></h2>'
    page = f'<h2>Oil {TOP}</h2><p>Set <a href="#top">top</a> to 3.</p>{wick}'
    assert [each.text for each in html_blocks(page).blocks] == ["Oil", "Set top to 3.", "The wick"]


def test_ten_times_the_sections_take_ten_times_the_time():
    def seconds(times: int) -> float:
        contents = html_blocks("<h2>NAME</h2><pre>   lamp</pre>" * times)
        began = time.perf_counter()
        with_help_texts(contents)
        return time.perf_counter() - began

    seconds(100)
    assert seconds(3000) < 30 * max(seconds(300), 0.01)
