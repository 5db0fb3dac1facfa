"""Manuals in XML that are broken or mean harm: nothing is fetched, nothing grows or is lost."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay_documents.errors import UnreadableError
from assay_documents.readers import read_documents
from assay_documents.xml_manual.read_manual import manual_blocks
from tests.documents.hostile.corpus import LAUGHS
from tests.documents.reading import check_cuts, document, lines
from tests.documents.xml_manual import test_docbook as docbook


def book(declared: str, body: str) -> str:
    kind = f'<!DOCTYPE book PUBLIC "-//OASIS//DTD DocBook XML V4.5//EN" "x.dtd" [{declared}]>'
    return f"{kind}<book><title>Oil</title><para>{body}</para></book>"


def text_of(text: str) -> str:
    made = manual_blocks(text)
    assert made is not None
    return made.blocks[-1].text


def test_a_billion_laughs_are_none():
    declared = LAUGHS.partition("[")[2].removesuffix("]>")
    said = text_of(book(declared, "&j; &a;" * 100))
    assert "ha ha ha ha" in said
    assert len(said) < 300_000


def test_entities_cannot_make_a_file_grow_far():
    declared = f'<!ENTITY a "{"x " * 900}">'
    assert len(text_of(book(declared, "&a; " * 20_000))) < 1_000_000


def test_an_entity_that_holds_itself_shows_its_name():
    declared = '<!ENTITY a "one &b;"><!ENTITY b "two &a;">'
    assert text_of(book(declared, "&a;")) == "one two a"


def test_entities_that_lie_deep_are_put_in_wherever_they_stand():
    declared = "".join(f'<!ENTITY e{at} "&e{at - 1};">' for at in range(1, 9))
    said = text_of(book(f'<!ENTITY e0 "oil">{declared}', "&e8; &e6; &e0;"))
    assert said == "oil oil oil"


def test_no_file_is_fetched(tmp_path):
    secret = tmp_path / "secret.txt"
    secret.write_text("whale oil")
    declared = f'<!ENTITY a SYSTEM "{secret.as_uri()}"><!ENTITY % b SYSTEM "{secret.as_uri()}"> %b;'
    include = f'<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="{secret}"/>'
    assert text_of(book(declared, f"None &a;{include}here.")) == "None here."


def test_references_are_left_alone_where_they_are_text():
    code = "<programlisting><![CDATA[if (a && b) &lamp; <b>]]></programlisting>"
    made = manual_blocks(f"<chapter><title>Q&A</title>{code}<para>R&D &lt;b&gt;</para></chapter>")
    assert lines(made) == [
        ("heading", "Q&A"),
        ("code", "if (a && b) &lamp; <b>"),
        ("paragraph", "R&D <b>"),
    ]


@pytest.mark.parametrize("quote", "'\"")
def test_an_entity_in_an_attribute_cannot_end_it(quote):
    other = "'" if quote == '"' else '"'
    declared = f"<!ENTITY a {other}{quote}><para>x</para><b c={quote}{other}>"
    made = manual_blocks(book(declared, f"<link linkend={quote}&a;{quote}>oil</link>"))
    assert lines(made)[-1] == ("paragraph", "oil")


def test_what_looks_like_a_long_tag_in_code_is_kept():
    code = "if oil <low:\n" + "\n".join(f"light lamp {at}" for at in range(300)) + "\nx > 1"
    made = manual_blocks(PLAIN.format(f"<screen><![CDATA[{code}]]></screen>"))
    assert lines(made)[-1] == ("code", code)


def test_a_document_type_in_the_text_is_text():
    example = "<![CDATA[<!DOCTYPE html [<!ENTITY a 'b'>]>]]>"
    made = manual_blocks(
        f"<article><title>T</title><para>a</para><screen>{example}</screen></article>"
    )
    assert made.blocks[-1].text == "<!DOCTYPE html [<!ENTITY a 'b'>]>"


BROKEN = {
    "tag": docbook.BOOK.replace("</warning>", ""),
    "end": docbook.BOOK[:1500],
    "control": docbook.BOOK.replace("It is hot", "It is \x01 hot"),
    "deep": docbook.BOOK.replace("It is hot.", "<para>" * 2000 + "It is hot." + "</para>" * 2000),
    "number": docbook.BOOK.replace("It is hot", "It is &#0; hot"),
}


@pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN)
def test_a_broken_manual_is_read_as_text(text, tmp_path):
    path = tmp_path / "lamp.docbook"
    path.write_text(text, encoding="utf-8")
    [made] = read_documents(path)
    check_cuts(made)
    assert "The &lamp; Book" in made.text
    assert "All about lamps" in made.text


def test_a_manual_without_text_says_why(tmp_path):
    path = tmp_path / "book.xml"
    part = '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="a.xml"/>'
    path.write_text(f'<book xmlns="http://docbook.org/ns/docbook">{part}</book>')
    with pytest.raises(UnreadableError, match="the files that it includes"):
        list(read_documents(path))


@pytest.mark.parametrize("charset", ["utf-8-sig", "utf-16", "iso-8859-1"])
def test_a_manual_says_its_charset(charset, tmp_path):
    path = tmp_path / "lamp.xml"
    named = f'<?xml version="1.0" encoding="{charset.removesuffix("-sig")}"?>'
    path.write_bytes((named + PLAIN.format("\u00d6l brennt hei\u00df.")).encode(charset))
    [made] = read_documents(path)
    assert made.blocks[-1].text == "\u00d6l brennt hei\u00df."


PLAIN = '<article xmlns="http://docbook.org/ns/docbook"><title>T</title><para>{}</para></article>'
COSTLY = {
    "references": '<xref linkend="a"/>',
    "index terms": "<indexterm><primary>a</primary></indexterm>a",
    "infos": "<info><title>a</title></info>",
    "menus": "<menuchoice><guimenu>a</guimenu><shortcut>b</shortcut></menuchoice>",
    "notes": "<note>a<para>b</para></note>",
    "lists": "<itemizedlist><title>a</title><listitem>b</listitem></itemizedlist>",
    "cells": "<row><entry namest='a' nameend='b' morerows='9'>a</entry></row>",
    "footnotes": "<footnote><para>a</para></footnote>",
    "names": "&a;",
    "ampersands": "&",
    "ids": "<anchor id='a'/>",
}
OTHERS: dict[str, Callable[[int], str]] = {
    "attributes": lambda size: "<b " + " ".join(f"a{at}='b'" for at in range(size)) + "/>",
    "ways to one title": lambda size: (
        f"<section id='s'><title>{'oil ' * size}</title></section>"
        + "".join(f"<xref linkend='a{at}/s'/>" for at in range(size))
    ),
}
PAGES = {name: unit.__mul__ for name, unit in COSTLY.items()} | OTHERS


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_the_cost_is_linear(page):
    def cost(size: int) -> float:
        text = PLAIN.format(page(size))
        began = time.process_time()
        assert manual_blocks(text) is not None
        return time.process_time() - began

    cost(10)
    small, large = 1000, 16_000
    assert any(cost(large) < 40 * max(cost(small), 0.005) for _ in range(4))


NAMES = (
    "para info note itemizedlist listitem table row entry footnote varlistentry term menuchoice "
    "refmeta variablelist mediaobject glossentry section screen procedure step link"
)
WHOLE = ("<title>a</title>", "<xref linkend='s'/>", "words of text ", "&a;", "&lt;", "\n")
TAGS = [tag for name in NAMES.split() for tag in (f"<{name}>", f"</{name}>")]
PIECES = st.sampled_from([*TAGS, *WHOLE, "<section id='s'>"])


def closed(pieces: list[str]) -> str:
    """The pieces as well-formed XML: what is open is closed, what closes nothing is left out."""
    out: list[str] = []
    open_ones: list[str] = []
    for piece in pieces:
        if piece.startswith("</"):
            if not open_ones or open_ones[-1] != piece[2:-1]:
                continue
            open_ones.pop()
        elif piece.startswith("<") and "</" not in piece and not piece.endswith("/>"):
            open_ones.append(piece[1:-1].split()[0])
        out.append(piece)
    return "".join([*out, *(f"</{name}>" for name in reversed(open_ones))])


@given(st.lists(PIECES, max_size=60))
def test_any_nesting_keeps_its_text(pieces):
    made = manual_blocks(PLAIN.format(closed(pieces)))
    assert made is not None
    check_cuts(document(made))
