"""Rows of links to other pages are furniture, by what they link to."""

from __future__ import annotations

import time

import pytest

from assay.types import BlockKind
from assay_documents.html import html_blocks

TEXT = "<h1>Lamp</h1><p>Fill it with oil.</p>"
LIST = """<ul class="ways"><li><a accesskey="p" href="a"><b>Prev</b> Oil</a></li>
<li>The Lamp Book</li><li><a href="c">Next</a></li></ul>"""
TABLE = """<table><tr><td><a href="a">Prev</a></td><td>Wicks</td><td><a href="c">Next</a></td></tr>
<tr><td><a href="i">Home</a></td><td></td><td></td></tr></table>"""
MENU = (
    '<div><a href="a">Oil</a> | <a href="b">Wicks</a> | <b>Lamp</b> | <a href="c">Glass</a></div>'
)
PATH = '<p><a href="a">Light</a> &raquo; <a href="b">For rooms</a> &raquo; Lamp</p>'
BUTTONS = '<p><a href="a">Buy</a> <a href="b">Tell <i>a friend</i></a></p>'
RELATED = '<p><a rel="prev" href="a">Oil</a> | <a rel="next" href="c">Wick</a></p>'


@pytest.mark.parametrize("row", [LIST, TABLE, RELATED, MENU, PATH, BUTTONS])
def test_a_row_of_links_to_other_pages_is_furniture(row):
    page = f"<html><body>{row}{TEXT}{row}</body></html>"
    blocks = html_blocks(page).blocks
    text = [block.text for block in blocks if block.kind is not BlockKind.FURNITURE]
    assert text == ["Lamp", "Fill it with oil."]
    assert blocks[0].kind is blocks[-1].kind is BlockKind.FURNITURE


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (f'<p><a href="c">Next</a> is the wick. {"It is cut. " * 40}</p>', "Next is the wick."),
        ('<p>Go <a href="a">up</a> to the attic.</p>', "Go up to the attic."),
        (
            '<ul><li><a href="a">Next year</a></li><li><a href="b">Up to it</a></li></ul>',
            "Up to it",
        ),
        (
            '<p>Press <a href="a">Next</a> and <a href="b">Back</a> to turn pages.</p>',
            "Press Next and Back to turn pages.",
        ),
        (
            '<ul><li><a href="a">next</a>: the lamp after it</li>'
            '<li><a href="b">top</a>: the uppermost lamp</li></ul>',
            "next: the lamp after it top: the uppermost lamp",
        ),
        (
            "<table><tr><th>Key</th><th>Does</th></tr>"
            '<tr><td><a href="a">Home</a></td><td>Goes to the start</td></tr>'
            '<tr><td><a href="b">Up</a></td><td>Goes one line up</td></tr></table>',
            "Key: Up; Does: Goes one line up",
        ),
        (
            '<p><a href="a">Oil</a>, <a href="b">wicks</a> and <a href="c">glass</a></p>',
            "Oil, wicks and glass",
        ),
        (
            '<p><a href="a">oil</a> / <a href="b">petrol</a> \u00b7 what it burns</p>',
            "what it burns",
        ),
        ('<p>Fuels: <a href="a">oil</a> | <a href="b">petrol</a></p>', "Fuels: oil | petrol"),
        ('<ul><li><a href="a">Oil</a></li><li><a href="b">Petrol</a></li></ul>', "Petrol"),
        (
            "<table><tr><th>Lamp</th><th>Fuel</th></tr><tr><td>Big</td>"
            '<td><p><a href="a">Oil</a> | <a href="b">Petrol</a></p></td></tr></table>',
            "Fuel: Oil | Petrol",
        ),
        (
            '<div><p><a href="a">Prev</a> <a href="b">Next</a></p><p>The wick is wet.</p></div>',
            "The wick is wet.",
        ),
    ],
)
def test_links_in_the_text_are_text(text, shown):
    blocks = html_blocks(f"<html><body>{TEXT}{text}</body></html>").blocks
    assert shown in " ".join(b.text for b in blocks if b.kind is not BlockKind.FURNITURE)


def test_a_list_of_links_above_the_first_heading_is_furniture_and_one_below_is_text():
    links = '<ul><li><a href="a">Oil</a><ul><li><a href="b">Wicks</a></li></ul></li></ul>'
    blocks = html_blocks(f'<header><a href="/">Lamps</a></header>{links}{TEXT}{links}').blocks
    text = [block.text for block in blocks if block.kind is not BlockKind.FURNITURE]
    assert text == ["Lamp", "Fill it with oil.", "Oil", "Wicks"]


def test_the_footer_and_the_banner_of_a_page_are_furniture():
    page = f'<div id="banner">Buy lamps</div>{TEXT}<div id="footer">Last updated in May</div>'
    found = [b.text for b in html_blocks(page).blocks if b.kind is BlockKind.FURNITURE]
    assert found == ["Buy lamps", "Last updated in May"]


@pytest.mark.parametrize("kind", ["section", "sect2", "level2 unnumbered"])
def test_a_section_about_footers_is_text(kind):
    page = f'{TEXT}<div class="{kind}" id="footer"><h2>Footer</h2><p>It has a number.</p></div>'
    found = html_blocks(page).blocks[-1]
    assert (found.kind, found.headings) == (BlockKind.PARAGRAPH, ("Lamp", "Footer"))


def test_a_page_whose_body_is_called_after_its_notes_has_headings():
    page = f'<html><body class="footnotes">{TEXT}</body></html>'
    assert html_blocks(page).blocks[-1].headings == ("Lamp",)


def test_ten_times_the_links_take_about_ten_times_as_long():
    def seconds(count: int) -> float:
        page = "<div>" * 100 + '<p><a href="a">Next</a></p>' * count
        began = time.perf_counter()
        html_blocks(page)
        return time.perf_counter() - began

    seconds(100)
    assert seconds(20_000) < 40 * max(seconds(2_000), 0.01)
