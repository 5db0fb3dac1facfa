"""Files of manuals in XML."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from lxml import etree

from assay_documents.builder import BlockBuilder
from assay_documents.decode import decode
from assay_documents.errors import UnreadableError
from assay_documents.html.page import MAX_TITLE, first_heading
from assay_documents.html.parse import decode_html
from assay_documents.html.walk import Walk
from assay_documents.model import Contents, Document
from assay_documents.quoted.help_text import with_help_texts
from assay_documents.read_limits import ReadLimits
from assay_documents.texts.file import document_of
from assay_documents.texts.plain import plain_blocks
from assay_documents.unpack import read_bytes
from assay_documents.xml_manual.dita import DITA
from assay_documents.xml_manual.docbook import DOCBOOK
from assay_documents.xml_manual.entities import without_entities
from assay_documents.xml_manual.mallard import MALLARD
from assay_documents.xml_manual.recognise import Vocabulary, vocabulary_of
from assay_documents.xml_manual.special import SPECIAL
from assay_documents.xml_manual.translate import Translation
from assay_documents.xml_manual.words import Element

_WORDS = {Vocabulary.DOCBOOK: DOCBOOK, Vocabulary.MALLARD: MALLARD, Vocabulary.DITA: DITA}


def read_manual(path: Path, limits: ReadLimits) -> Iterator[Document]:
    """One document with the text of a manual.

    What it includes is left out: a part is read as a file of its own, with its own places to cite.
    """
    data = read_bytes(path, limits)
    contents = manual_blocks(decode_html(data))
    if contents is None:  # broken, or of a vocabulary that is not known: as any other text
        contents = plain_blocks(decode(data))
    elif not contents.blocks:
        reason = "holds no text of its own: the files that it includes are read by themselves"
        raise UnreadableError(reason)
    yield document_of(path, with_help_texts(contents))


def manual_blocks(text: str) -> Contents | None:
    """The title and the blocks of a manual; None where the text is none or is broken."""
    vocabulary = vocabulary_of(text)
    root = None if vocabulary is None else _parse(text)
    if vocabulary is None or root is None:
        return None
    title = Translation(root, _WORDS[vocabulary]).run(SPECIAL[vocabulary])
    builder = BlockBuilder(title[:MAX_TITLE])
    Walk(builder).through(root)
    contents = builder.contents()
    return contents if contents.title else replace(contents, title=first_heading(contents))


def _parse(text: str) -> Element | None:
    """The tree of a text, which nothing outside of it can add to; None for one that is broken."""
    parser = etree.XMLParser(
        encoding="utf-8", resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False,
        remove_comments=True, remove_pis=True,
    )  # fmt: skip
    bare = without_entities(text).lstrip("\ufeff \t\r\n")
    try:
        return etree.fromstring(bare.encode("utf-8"), parser)
    except (etree.LxmlError, ValueError):
        return None
