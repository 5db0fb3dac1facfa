"""GNU Info files: plain text in nodes, with tables for the program that shows them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from assay_documents.decode import decode
from assay_documents.model import Document
from assay_documents.read_limits import ReadLimits
from assay_documents.texts.file import document_of
from assay_documents.texts.plain import plain_blocks
from assay_documents.unpack import read_bytes

_NODE = "\x1f"  # stands before every node
_INDEX = b"\0\x08[index\0\x08]"
_MARK = re.compile(rb"\0\x08\[.{0,400}?\0\x08\]", re.S)  # a picture, an index, a word about either
_TABLES = ("Tag Table:", "Indirect:", "End Tag Table", "Local Variables:")
_LINE_OF_LINKS = re.compile(r"\n?File: [^\n]*Node: [^\n]*")
_BARE_LINK = re.compile(r"^\* [^\n:]+::[ \t]*$", re.M)
_NOT_A_LINE_END = re.compile(r"[^\n]+")


def read_info(path: Path, limits: ReadLimits) -> Iterator[Document]:
    """One document with the text of the file; its lines keep their numbers."""
    yield document_of(path, plain_blocks(info_text(read_bytes(path, limits))))


def info_text(data: bytes) -> str:
    """What a reader sees: no links between nodes, no indexes, no tables of offsets."""
    nodes = data.split(_NODE.encode())
    return "".join(_node(each, has_index=_INDEX in each) for each in nodes)


def _node(data: bytes, *, has_index: bool) -> str:
    text = decode(_MARK.sub(b"", data).replace(b"\0", b""))
    if has_index or text.lstrip("\r\n").startswith(_TABLES):
        return _NOT_A_LINE_END.sub("", text)
    text = _LINE_OF_LINKS.sub(lambda found: "\n" * found[0].count("\n"), text, count=1)
    return _BARE_LINK.sub("", text)
