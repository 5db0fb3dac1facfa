from __future__ import annotations

import pytest

from assay_documents.kinds import Kind
from assay_documents.read_limits import ReadLimits
from assay_documents.readers import kind_of, read_documents
from assay_documents.xml_manual.recognise import Vocabulary, vocabulary_of
from tests.documents.xml_manual import test_dita as dita
from tests.documents.xml_manual import test_docbook as docbook
from tests.documents.xml_manual import test_mallard as mallard

DOCBOOK, MALLARD, DITA = Vocabulary.DOCBOOK, Vocabulary.MALLARD, Vocabulary.DITA
CATALOG = "<book id='b1'><author>Anna</author><title>Oil</title><price>9</price></book>"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (docbook.BOOK, DOCBOOK),
        (docbook.PAGE, DOCBOOK),
        (mallard.PAGE, MALLARD),
        (dita.TASK, DITA),
        ('<d:book xmlns:d="http://docbook.org/ns/docbook"><d:title/></d:book>', DOCBOOK),
        ('<!DOCTYPE article SYSTEM "docbookx.dtd">\n<article>', DOCBOOK),
        ("<!-- a\n<book> --><?a b?>\n<chapter>\n<title>O</title><para>x</para></chapter>", DOCBOOK),
        ('<!DOCTYPE chapter [ <!ENTITY a "]>"> ]><chapter><sect1/></chapter>', DOCBOOK),
        ("<topic id='a'><title>Oil</title><body><p>x</p></body></topic>", DITA),
        ("<concept id='a'><title>Oil</title><conbody/></concept>", DITA),
        ('<apiref xmlns:ditaarch="http://dita.oasis-open.org/architecture/2005/">', DITA),
        ("<map><topicref href='a.dita'/></map>", DITA),
        (CATALOG, None),
        ('<!DOCTYPE log SYSTEM "meditation.dtd"><log><day>May</day></log>', None),
        ('<!DOCTYPE topic SYSTEM "ditabase.dtd"><topic/>', DITA),
        ("<topic><title>Oil</title><post>x</post></topic>", None),
        ("<project><para>x</para></project>", None),
        ("<page><p>x</p></page>", None),
        ("<?xml version='1.0'?><!-- never ends", None),
        ("<!DOCTYPE chapter [ <!ENTITY", None),
        ("<chapter> says the para", None),
        ("Text, no <para>.", None),
        ("", None),
    ],
)
def test_a_vocabulary_is_known_by_its_first_element(text, wanted):
    assert vocabulary_of(text) is wanted


@pytest.mark.parametrize("name", ["lamp.docbook", "lamp.xml", "lamp.page", "lamp", "lamp.xml.in"])
@pytest.mark.parametrize("text", [docbook.BOOK, mallard.PAGE, dita.TASK])
def test_a_file_is_a_manual_whatever_its_name(name, text, tmp_path):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    assert kind_of(path, ReadLimits()) is Kind.XML


def test_other_xml_stays_text(tmp_path):
    path = tmp_path / "books.xml"
    path.write_text(CATALOG)
    assert kind_of(path, ReadLimits()) is Kind.PLAIN
    [made] = read_documents(path)
    assert made.text == CATALOG


def test_a_page_of_xhtml_stays_one(tmp_path):
    path = tmp_path / "lamp.xml"
    path.write_text('<?xml version="1.0"?><html><body><p>Oil</p></body></html>')
    assert kind_of(path, ReadLimits()) is Kind.HTML
