"""EPUB books: the chapters in reading order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from assay_documents.errors import UnreadableError
from assay_documents.html.page import html_blocks
from assay_documents.model import Block, Document
from assay_documents.office.package import Package, join, text_of
from assay_documents.outline import tidy_line
from assay_documents.read_limits import ReadLimits
from assay_documents.title import name_title

_CONTAINER = "META-INF/container.xml"
_DC = "{http://purl.org/dc/elements/1.1/}"
_PAGES = {"application/xhtml+xml", "text/html", "application/x-dtbook+xml", ""}
_FONTS = {"http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"}


def read_epub(path: Path, limits: ReadLimits) -> Iterator[Document]:
    """One document; each place names the chapter's file in the book."""
    with Package(path, limits) as package:
        _refuse_protected(package)
        name = next(
            (each.get("full-path", "") for each in package.xml(_CONTAINER).iter("{*}rootfile")), ""
        )
        book = package.xml(name)
        blocks: list[Block] = []
        left = limits.document_bytes
        for chapter in _chapters(package, name, book):
            found = _blocks(package.read(chapter), chapter, 1 + _last_group(blocks))
            left -= sum(len(each.text) for each in found)
            if left < 0:
                raise UnreadableError("holds more text than the limit")
            blocks += found
        title = tidy_line(text_of(book, f"{_DC}title")) or name_title(path)
        yield Document(str(path), title, str(path), tuple(blocks))


def _chapters(package: Package, name: str, book: Any) -> Iterator[str]:  # noqa: ANN401
    """The names of the pages in the order of the spine."""
    folder = name.rpartition("/")[0]
    items = {
        each.get("id", ""): (
            join(folder, unquote(each.get("href", ""))),
            each.get("media-type", ""),
        )
        for each in book.iter("{*}item")
    }
    seen = set()
    for each in book.iter("{*}itemref"):
        chapter, kind = items.get(each.get("idref", ""), ("", "?"))
        if chapter in package and kind in _PAGES and chapter not in seen:
            seen.add(chapter)
            yield chapter


def _blocks(page: bytes, chapter: str, first_group: int) -> list[Block]:
    contents = html_blocks(page, first_group, named=False)
    return [
        replace(each, place=replace(each.place, anchor=_anchor(chapter, each.place.anchor)))
        for each in contents.blocks
    ]


def _anchor(chapter: str, anchor: str) -> str:
    return f"{chapter}#{anchor}" if anchor else chapter


def _last_group(blocks: list[Block]) -> int:
    return max((each.group for each in blocks), default=0)


def _refuse_protected(package: Package) -> None:
    """Raise when more than the fonts is encrypted, which is how shops protect their books."""
    root = package.optional_xml("META-INF/encryption.xml")
    if root is None:
        return
    methods = {each.get("Algorithm", "") for each in root.iter("{*}EncryptionMethod")}
    if methods - _FONTS:
        raise UnreadableError("is a book with copy protection")
