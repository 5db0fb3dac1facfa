from __future__ import annotations

import pytest

from assay_documents.xml_manual.read_manual import manual_blocks
from tests.documents.reading import check_cuts, document, lines

BOOK = """<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE book PUBLIC "-//OASIS//DTD DocBook XML V4.5//EN" "docbookx.dtd" [
  <!-- don't read this: <!ENTITY lamp "candle"> -->
  <!ENTITY lamp "<application>Lumen</application>">
  <!ENTITY wick SYSTEM "wick.xml">
]>
<book id="book">
  <bookinfo>
    <title>The &lamp; Book</title>
    <author><firstname>Anna</firstname></author>
    <abstract><para>All about lamps&mdash;and oil.</para></abstract>
    <legalnotice><para>Copy it.</para></legalnotice>
  </bookinfo>
  &wick;
  <chapter id="light">
    <title>Lighting</title>
    <para>Choose <menuchoice><shortcut><keycombo><keycap>Ctrl</keycap><keycap>L</keycap></keycombo>
    </shortcut><guimenu>Lamp</guimenu><guimenuitem>Light</guimenuitem></menuchoice>,
    <indexterm><primary>flame</primary></indexterm>see <xref linkend="oil"/> and
    <xref linkend="far-away"/>.<footnote><para>Or a match.</para></footnote> It burns.</para>
    <procedure>
      <title>To light it</title>
      <step><para>Open the valve.</para>
        <substeps><step><para>Turn it left.</para></step></substeps></step>
      <step><para>Wait.</para></step>
    </procedure>
    <warning><para>It is hot.</para></warning>
    <variablelist>
      <varlistentry id="dim"><term><option>--dim</option></term><term>-d</term>
        <listitem><para>Burn low.</para><screen>$ lamp   --dim
  ok</screen></listitem></varlistentry>
    </variablelist>
    <sect1 id="oil"><title>Oil</title>
      <remark>Ask Anna.</remark>
      <table><title>Kinds</title><tgroup cols="2"><colspec colname="a"/><colspec colname="b"/>
        <thead><row><entry>Oil</entry><entry>Price</entry></row></thead>
        <tbody><row><entry>Whale</entry><entry>9</entry></row>
        <row><entry namest="a" nameend="b">None is left</entry></row></tbody></tgroup></table>
      <orderedlist numeration="loweralpha"><listitem><para>Pour.</para></listitem></orderedlist>
      <mediaobject><imageobject><imagedata fileref="a.png"/></imageobject>
        <textobject><phrase>A can</phrase></textobject><caption><para>A can</para></caption>
      </mediaobject>
    </sect1>
  </chapter>
</book>
"""


def test_a_book_has_its_sections_entries_tables_and_steps():
    made = manual_blocks(BOOK)
    check_cuts(document(made))
    assert made.title == "The Lumen Book"
    assert lines(made) == [
        ("heading", "The Lumen Book"),
        ("paragraph", "All about lamps\u2014and oil."),
        ("heading", "Lighting"),
        (
            "paragraph",
            "Choose Lamp > Light (Ctrl+L), see Oil and far away. (Or a match.) It burns.",
        ),
        ("heading", "To light it"),
        ("item", "Open the valve."),
        ("item", "Turn it left."),
        ("item", "Wait."),
        ("paragraph", "Warning: It is hot."),
        ("entry", "--dim\n-d\nBurn low."),
        ("code", "$ lamp   --dim\n  ok"),
        ("heading", "Oil"),
        ("heading", "Kinds"),
        ("row", "Oil: Whale; Price: 9"),
        ("row", "Oil: None is left"),
        ("item", "Pour."),
        ("paragraph", "A can"),
    ]
    assert [b.number for b in made.blocks if b.number] == ["1.", "a.", "2.", "a."]
    assert made.blocks[-1].headings == ("Lighting", "Oil")
    assert made.blocks[9].place.anchor == "dim"
    assert made.blocks[7].headings == ("Lighting", "To light it")


PAGE = """<refentry xmlns="http://docbook.org/ns/docbook" xml:id="lampd">
<info><author><personname>Anna</personname></author></info>
<refmeta><refentrytitle>lampd</refentrytitle><manvolnum>8</manvolnum>
<refmiscinfo class="source">Lumen</refmiscinfo></refmeta>
<refnamediv><refname>lampd</refname><refname>lamp</refname>
<refpurpose>lights <emphasis>lamps</emphasis></refpurpose></refnamediv>
<refsynopsisdiv><cmdsynopsis><command>lampd</command><arg choice="opt">-d</arg>
<group choice="req"><arg choice="plain">on</arg><arg choice="plain">off</arg></group>
<arg choice="plain" rep="repeat"><replaceable>lamp</replaceable></arg></cmdsynopsis>
<funcsynopsis><funcprototype><funcdef>int <function>light</function></funcdef>
<paramdef>int <parameter>lamp</parameter></paramdef><paramdef>int how</paramdef>
</funcprototype></funcsynopsis></refsynopsisdiv>
<refsection><title>Description</title>
<para>See <citerefentry><refentrytitle>wick</refentrytitle><manvolnum>1</manvolnum></citerefentry>
or <link xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="https://lamp.example/"/>.</para>
<para>Either of <simplelist type="inline"><member>tall</member><member>small</member></simplelist>.
</para>
<glosslist><glossentry><glossterm>Wick</glossterm><glossdef><para>A cord.</para>
<glossseealso otherterm="lampd"/></glossdef></glossentry></glosslist>
<qandaset><qandaentry><question><para>Is it safe?</para></question>
<answer><para>It is.</para></answer></qandaentry></qandaset>
</refsection></refentry>"""


def test_a_manual_page_of_docbook_5():
    made = manual_blocks(PAGE)
    check_cuts(document(made))
    assert made.title == "lampd(8)"
    assert lines(made) == [
        ("heading", "lampd(8)"),
        ("paragraph", "lampd, lamp - lights lamps"),
        ("heading", "Synopsis"),
        ("paragraph", "lampd [-d] {on | off} lamp..."),
        ("paragraph", "int light(int lamp, int how)"),
        ("heading", "Description"),
        ("paragraph", "See wick(1) or https://lamp.example/."),
        ("paragraph", "Either of tall, small."),
        ("entry", "Wick\nA cord."),
        ("paragraph", "See also lampd(8)."),
        ("entry", "Is it safe?\nIt is."),
    ]


def test_a_title_that_stands_twice_is_read_once():
    text = "<chapter><title>Oil</title><chapterinfo><title>Oil</title></chapterinfo>"
    made = manual_blocks(f"{text}<para>It burns.</para></chapter>")
    assert lines(made) == [("heading", "Oil"), ("paragraph", "It burns.")]


@pytest.mark.parametrize("depth", [8, 100])
def test_sections_may_lie_deep(depth):
    text = "".join(f"<section><title>T{at}</title><para>p{at}</para>" for at in range(depth))
    made = manual_blocks(f"<article>{text}{'</section>' * depth}</article>")
    last = made.blocks[-1]
    assert last.text == f"p{depth - 1}"
    assert last.headings[:8] == tuple(f"T{at}" for at in range(8))


def test_keys_that_nothing_declares_are_read_by_their_names():
    text = "<para>Press <keycombo>&Ctrl;&Shift;<keycap>T</keycap></keycombo>, then "
    keys = '<keycombo action="seq"><keycap>G</keycap><keycap>G</keycap></keycombo>'
    made = manual_blocks(f"<chapter><title>K</title>{text}{keys} in &kde;&nbsp;5.</para></chapter>")
    assert lines(made)[1][1] == "Press Ctrl+Shift+T, then G G in kde 5."


BOOKS = """<article><artheader><title>Lamps</title><author><surname>Writer</surname></author>
</artheader><para>Read these.</para><bibliography><title>Books</title><biblioentry><authorgroup>
<author><firstname>Ada</firstname><surname>Keeper</surname></author>
<author><personname><firstname>Bo</firstname><surname>Wick</surname></personname></author>
</authorgroup><title>On Lamps</title><copyright><year>1880</year><holder>Oil Press</holder>
</copyright></biblioentry></bibliography></article>"""


def test_a_bibliography_has_the_authors_of_its_books_and_a_manual_not_its_own():
    made = manual_blocks(BOOKS)
    assert made.title == "Lamps"
    assert lines(made) == [
        ("heading", "Lamps"),
        ("paragraph", "Read these."),
        ("heading", "Books"),
        ("paragraph", "Ada Keeper, Bo Wick, On Lamps, 1880 Oil Press"),
    ]


def test_words_side_by_side_are_kept_apart():
    segments = "<seglistitem><seg>Tin</seg><seg>9</seg></seglistitem>"
    titles = "<segtitle>Lamp</segtitle><segtitle>Price</segtitle>"
    term = "<glossentry><glossterm>Oil Lamp</glossterm><acronym>OL</acronym>"
    made = manual_blocks(
        f"<article><title>T</title><segmentedlist>{titles}{segments}</segmentedlist><glosslist>"
        f"{term}<glossdef><para>It burns.</para></glossdef></glossentry></glosslist></article>"
    )
    assert lines(made)[1:] == [
        ("paragraph", "Lamp"),
        ("paragraph", "Price"),
        ("item", "Tin, 9"),
        ("entry", "Oil Lamp\nOL\nIt burns."),
    ]
