from __future__ import annotations

import lxml.html
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from assay_documents.html import html_blocks
from assay_documents.places import BlockKind
from tests.documents.reading import check_cuts, document, kept, lines

MANUAL = """<!DOCTYPE html><html><head><meta charset=utf-8><title>lampd(8)</title></head><body>
<div id="header"><h1>lampd(8) Manual Page</h1><h2>NAME</h2>
<div class="sectionbody"><p>lampd - keep a lamp lit</p></div></div>
<div id="content"><div class="sect1"><h2 id="_options">OPTIONS</h2><div class="sectionbody">
<div class="dlist"><dl>
<dt class="hdlist1">-b</dt><dt class="hdlist1">--brightness=<em>&lt;n&gt;</em></dt>
<dd><p>Set the brightness. The default is <code>40</code>.</p>
<div class="listingblock"><pre>$ lampd -b 80
lamp: 80</pre></div><p>More than 100 is refused.</p></dd>
<dt>-q</dt><dd>Say nothing.</dd></dl></div></div></div>
<div class="sect1"><h2 id="_files">FILES</h2>
<table><caption>Table 1. Files</caption><thead><tr><th>Path</th><th>Purpose</th></tr></thead>
<tbody><tr><td>/etc/lampd.conf</td><td>Settings</td></tr>
<tr><td rowspan="2">/var/lib/lampd</td><td>State</td></tr><tr><td>Locks</td></tr></tbody></table>
<div class="admonitionblock note"><table><tr><td class="icon"><div class="title">Note</div></td>
<td class="content">The state may be deleted.</td></tr></table></div>
<p>To begin:</p><ol><li>Light the lamp.<ol type="a"><li>Open the valve.</li></ol></li>
<li value="5">Close the door.<p>Gently.</p></li></ol></div></div>
<div id="footer">Last updated 2024</div></body></html>"""

BOOK = """<html><head><title>Foo - The Lamp Book</title></head><body>
<nav id="sidebar"><ol class="chapter"><li><a href="a.html"><strong>1.</strong> Lighting</a></li>
<li><a href="b.html"><strong>2.</strong> Keeping</a></li></ol></nav>
<main><h1 id="light"><a class="header" href="#light">Lighting</a></h1>
<p>A lamp burns 10<sup>3</sup> hours.<br>Then <q>it dies</q>.</p>
<section id="oil"><h2>Oil</h2><p>Whale oil&shy;s are<wbr> ban\u200bned.</p>
<details><summary>Why?</summary><p>They smell.</p></details></section>
<p>After the section.</p>
<blockquote><p>Light is all.</p></blockquote>
<figure><img src="x.png" alt="A lamp"><figcaption>Fig. 1</figcaption></figure>
<dl class="py function"><dt class="sig" id="lamp.open">lamp.open(<em>path</em>)</dt>
<dd><p>Open a lamp.</p><dl><dt>Returns</dt><dd>A lamp.</dd></dl></dd></dl></main>
<footer><p>Printed in Mura.</p></footer></body></html>"""


def test_a_manual_page_becomes_headings_entries_rows_and_steps():
    contents = html_blocks(MANUAL)
    assert contents.title == "lampd(8)"
    assert lines(contents) == [
        ("heading", "lampd(8) Manual Page"),
        ("heading", "NAME"),
        ("paragraph", "lampd - keep a lamp lit"),
        ("heading", "OPTIONS"),
        ("entry", "-b\n--brightness=<n>\nSet the brightness. The default is 40."),
        ("code", "$ lampd -b 80\nlamp: 80"),
        ("paragraph", "More than 100 is refused."),
        ("entry", "-q\nSay nothing."),
        ("heading", "FILES"),
        ("heading", "Table 1. Files"),
        ("row", "Path: /etc/lampd.conf; Purpose: Settings"),
        ("row", "Path: /var/lib/lampd; Purpose: State"),
        ("row", "Path: /var/lib/lampd; Purpose: Locks"),
        ("paragraph", "Note: The state may be deleted."),
        ("paragraph", "To begin:"),
        ("item", "Light the lamp."),
        ("item", "Open the valve."),
        ("item", "Close the door."),
        ("paragraph", "Gently."),
        ("furniture", "Last updated 2024"),
    ]


def test_blocks_know_their_path_group_number_term_and_anchor():
    blocks = {block.text.partition("\n")[0]: block for block in html_blocks(MANUAL).blocks}
    option, code, more = blocks["-b"], blocks["$ lampd -b 80"], blocks["More than 100 is refused."]
    assert option.term == "-b, --brightness=<n>"
    assert option.headings == ("lampd(8) Manual Page", "OPTIONS")
    assert more.headings == (*option.headings, option.term) == code.headings
    assert option.group == code.group == more.group > 0
    assert blocks["-q"].group not in (0, option.group)
    assert option.place.anchor == "_options"
    assert blocks["Path: /etc/lampd.conf; Purpose: Settings"].headings[-1] == "Table 1. Files"
    assert [
        blocks[t].number for t in ("Light the lamp.", "Open the valve.", "Close the door.")
    ] == [
        "1.",
        "a.",
        "5.",
    ]
    assert blocks["Light the lamp."].group == blocks["Gently."].group


def test_a_chapter_of_a_book():
    contents = html_blocks(BOOK)
    found = lines(contents)
    assert found[:2] == [("furniture", "1. Lighting"), ("furniture", "2. Keeping")]
    assert ("paragraph", 'A lamp burns 10^3 hours.\nThen "it dies".') in found
    assert ("paragraph", "Whale oils are banned.") in found
    assert ("entry", "Why?\nThey smell.") in found
    assert ("paragraph", "A lamp") in found
    assert found[-1] == ("furniture", "Printed in Mura.")
    blocks = {block.text: block for block in contents.blocks}
    assert blocks["Whale oils are banned."].headings == ("Lighting", "Oil")
    assert blocks["Whale oils are banned."].place.anchor == "oil"
    assert blocks["After the section."].headings == ("Lighting",)
    assert blocks["After the section."].place.anchor == "light"
    assert blocks["Returns\nA lamp."].headings == ("Lighting", "lamp.open(path)")
    assert blocks["lamp.open(path)\nOpen a lamp."].place.anchor == "lamp.open"


@pytest.mark.parametrize("page", [MANUAL, BOOK])
def test_all_visible_words_are_kept(page):
    tree = lxml.html.document_fromstring(page)
    for each in tree.xpath("//head"):
        each.drop_tree()
    for each in tree.iter():
        each.tail = (
            f" {each.tail or ''}" if each.tag not in ("a", "em", "wbr", "sup") else each.tail
        )
    seen = tree.text_content().replace("\u200b", "").replace("\xad", "").replace("103", "10 3")
    assert kept(html_blocks(page), seen) >= 0.99


@pytest.mark.parametrize(
    ("table", "rows"),
    [
        ("<tr><td>a</td><td>1</td></tr><tr><td>b</td><td>2</td></tr>", ["a: 1", "b: 2"]),
        (
            "<tr><td>Name</td><td>Size</td><td>Use</td></tr><tr><td>a</td><td>1</td><td>x</td></tr>"
            "<tr><td>b</td><td>2</td><td>y</td></tr>",
            ["Name: a; Size: 1; Use: x", "Name: b; Size: 2; Use: y"],
        ),
        (
            "<tr><th colspan=2>Lamp</th><th>Oil</th></tr><tr><th>Name</th><th>Age</th><th>Kind</th>"
            "</tr><tr><td>a</td><td>1</td><td>x</td></tr>",
            ["Lamp Name: a; Lamp Age: 1; Oil Kind: x"],
        ),
        ("<tr><th>Name</th><td>Anna</td></tr><tr><th>Age</th><td>30</td></tr>",
         ["Name: Anna", "Age: 30"]),
        ("<tr><th>Only</th><th>Heads</th></tr>", ["Only: Heads"]),
        ("<tr><td>one</td></tr><tr><td>column</td></tr>", ["one", "column"]),
        ("<tr><th>A</th><th>Lonely</th></tr><tr><td>x</td><td></td></tr>", ["A; Lonely", "A: x"]),
    ],
)  # fmt: skip
def test_tables_are_written_as_facts(table, rows):
    found = html_blocks(f"<table>{table}</table>").blocks
    texts = [block.text for block in found]
    assert texts == rows or texts[0].replace(": ", "; ") == rows[0]


def test_a_layout_table_is_no_table():
    page = "<table><tr><td><h2>Left</h2><p>One.</p></td><td><p>Two.</p></td></tr></table>"
    assert lines(html_blocks(page)) == [
        ("heading", "Left"),
        ("paragraph", "One."),
        ("paragraph", "Two."),
    ]


def test_groups_can_go_on_from_one_page_to_the_next():
    assert html_blocks("<ul><li>a</ul>", first_group=7).blocks[0].group == 7


HOSTILE = [
    b"",
    b"\x00\xff\xfe",
    b"<",
    b"<p" + b" a" * 30_000,
    b"<div>" * 30_000 + b"deep",
    b"<ul><li>" * 3_000 + b"deep",
    b"<dl><dt>a<dd>" * 2_000 + b"deep",
    b"<table><tr><td>" * 1_500 + b"deep",
    b"<table><tr><td colspan=999999999 rowspan=999999999>a</td></tr>" + b"<tr><td>b</tr>" * 999,
    b"<table><tr>" + b"<th colspan=99>head" * 900 + b"</tr>" + b"<tr><td>x</td></tr>" * 900,
    b"<table><tr><th>" + b"h" * 100_000 + b"<th>b</tr>" + b"<tr><td>x<td>y</tr>" * 2_000,
    b"<h1>" + b"t " * 100_000 + b"</h1>" + b"<p>x</p>" * 1_000,
    b"<ol start=99999999999999999999 type=i><li value=-5>a<li>b</ol>",
    b"<dd>a</dd><dt>b</dt></dl></ul><li>c</li><summary>d</summary></details><td>e</td>",
    b"<dl><li><dt>a</dt><dd>x</li><dd>y</dl><p>z",
    b"<a name=x>" * 5_000,
    b"<pre><table><tr><td>a</pre>b",
]


@pytest.mark.parametrize("page", HOSTILE)
def test_hostile_pages_are_read(page):
    contents = html_blocks(page)
    size = sum(len(b.text) + sum(map(len, b.headings)) for b in contents.blocks)
    assert size <= 40 * len(page) + 4_000_000
    check_cuts(document(contents))


TAGS = [
    "p", "div", "h1", "h3", "ul", "ol", "li", "dl", "dt", "dd", "table", "tr", "td", "th", "pre",
    "blockquote", "details", "summary", "span", "b", "a", "br", "img", "section", "article",
    "nav", "footer", "aside", "caption", "thead", "sup", "q", "button", "select", "option",
]  # fmt: skip
pieces = st.one_of(
    st.sampled_from([f"<{tag}>" for tag in TAGS] + [f"</{tag}>" for tag in TAGS]),
    st.sampled_from(["<td rowspan=3 colspan=2>", "<div class='note'>", "<p id=a>", "<li value=7>"]),
    st.integers(0, 9).map(lambda n: f" word{n} "),
)


@given(st.lists(pieces, max_size=60).map("".join))
@example("<pre><button> word0")
def test_no_markup_loses_a_word(page):
    contents = html_blocks(f"<p>{page}")
    tree = lxml.html.document_fromstring(f"<p>{page}")
    assert kept(contents, " ".join(tree.itertext())) == 1
    check_cuts(document(contents))
    for block in contents.blocks:
        assert block.text and (block.kind is BlockKind.CODE or block.text == block.text.strip())


@given(st.binary(max_size=300))
def test_no_bytes_stop_the_reading(data):
    check_cuts(document(html_blocks(data)))


def test_signs_that_link_to_their_own_place_and_buttons_that_copy_code_are_no_text():
    page = (
        '<h2>Wicks<span><a href="#wicks">#</a></span></h2><p>See <a href="#c">C#</a>.</p>'
        '<h2>Oil<a href="#oil">\N{PILCROW SIGN}</a></h2><pre>lampd -b<button>copy</button></pre>'
        '<pre>lampd -q<button class="clip-button">C</button></pre><pre><button>lampd -v</pre>'
        "<p>Press <button>Start</button>.</p>"
    )
    assert [block.text.strip() for block in html_blocks(page).blocks] == [
        "Wicks", "See C#.", "Oil", "lampd -b", "lampd -q", "lampd -v", "Press Start .",
    ]  # fmt: skip


def test_a_question_in_a_list_and_what_answers_it_are_an_entry():
    page = (
        "<ol><li><p><em>Does it burn?</em></p><p>Yes.</p><pre>burn</pre></li>"
        "<li><p>Why?</p></li><li><p>How long does it burn?</p><ul><li>long</li></ul></li>"
        "<li><p>Light it.</p><p>Wait.</p></li></ol><p>After.</p>"
    )
    blocks = html_blocks(page).blocks
    assert [(each.kind.value, each.text, each.headings) for each in blocks] == [
        ("entry", "Does it burn?\nYes.", ()),
        ("code", "burn", ("Does it burn?",)),
        ("item", "Why?", ()),
        ("item", "How long does it burn?", ()),
        ("item", "long", ()),
        ("item", "Light it.", ()),
        ("paragraph", "Wait.", ()),
        ("paragraph", "After.", ()),
    ]
    assert blocks[0].term == "Does it burn?"
    assert blocks[0].group == blocks[1].group != blocks[2].group


@pytest.mark.parametrize(
    ("page", "kind"),
    [
        ("<details><summary>Pay?</summary><ul><li>cash</li><li>card</li></ul></details>", "item"),
        ("<dl><dt>Pay?</dt><dd><ol><li>cash</li><li>card</li></ol></dd></dl>", "item"),
        (
            "<details><summary>Pay?</summary><table><tr><td>cash</td><td>free</td></tr>"
            "<tr><td>card</td><td>2 %</td></tr></table></details>",
            "row",
        ),
    ],
    ids=["details", "definition", "table"],
)
def test_an_entry_holds_all_of_the_list_or_table_that_describes_it(page, kind):
    blocks = html_blocks(f"<h1>Shop</h1>{page}<p>Thank you.</p>").blocks
    entry = next(each for each in blocks if each.kind.value == "entry")
    parts = [each for each in blocks if each.kind.value == kind]
    assert [each.headings for each in parts] == [("Shop", "Pay?")] * 2
    assert {each.group for each in parts} == {entry.group}
    assert blocks[-1].headings == ("Shop",)


NOTED = '<p>It burns. <a class="footnote-reference" href="#n1">1</a> Oil is dear.</p>'


@pytest.mark.parametrize(
    "notes",
    [
        '<dl class="footnote brackets"><dt id="n1">1</dt><dd><p>Not in rain.</p></dd></dl>',
        '<aside class="footnote" id="n1"><p>1 Not in rain.</p></aside>',
        '<section role="doc-endnotes"><ol><li id="n1">Not in rain.</li></ol></section>',
        '<table class="docutils footnote"><tr><td>1</td><td>Not in rain.</td></tr></table>',
    ],
)
def test_notes_below_the_last_section_belong_to_none(notes):
    blocks = html_blocks(f"<h1>Lamp</h1>{NOTED}<h2>Wick</h2><p>Cut it.</p>{notes}").blocks
    assert blocks[1].text == "It burns. Oil is dear."
    said = [block for block in blocks if "Not in rain." in block.text]
    assert [(block.headings, block.term) for block in said] == [((), "")]
    assert blocks[3].headings[-1] == "Wick"
