"""Any file to documents: the reader is chosen by the ending, or else by what the file holds."""

from __future__ import annotations

import importlib
import importlib.util
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from assay_documents.decode import decode
from assay_documents.errors import UnreadableError
from assay_documents.kinds import NOT_READ, Kind, kind_of_endings
from assay_documents.markup import markup_of
from assay_documents.model import BadRow, Document
from assay_documents.read_limits import ReadLimits
from assay_documents.sniff import SNIFFED_BYTES, has_signature, sniff
from assay_documents.unpack import read_start

# Module and function for each kind. Imported on first use: the parsers of HTML, PDF and Word
# take longer to load than a folder of text takes to read.
_READERS = {
    Kind.PLAIN: ("texts.plain", "read_plain"),
    Kind.MARKDOWN: ("markdown.read_markdown", "read_markdown"),
    Kind.RST: ("rst.read_rst", "read_rst"),
    Kind.ASCIIDOC: ("asciidoc.read_asciidoc", "read_asciidoc"),
    Kind.MAN: ("texts.man", "read_man"),
    Kind.INFO: ("texts.info", "read_info"),
    Kind.SETTINGS: ("texts.settings", "read_settings"),
    Kind.CODE: ("texts.code", "read_code"),
    Kind.HTML: ("html.read_html", "read_html"),
    Kind.XML: ("xml_manual.read_manual", "read_manual"),
    Kind.PDF: ("pdf.read_pdf", "read_pdf"),
    Kind.DOCX: ("office.docx", "read_docx"),
    Kind.PPTX: ("office.pptx", "read_pptx"),
    Kind.XLSX: ("office.xlsx", "read_xlsx"),
    Kind.ODT: ("office.odt", "read_odt"),
    Kind.EPUB: ("office.epub", "read_epub"),
    Kind.CSV: ("rows.tables", "read_csv"),
    Kind.JSON: ("rows.json_tree", "read_json"),
    Kind.JSONL: ("rows.json_lines", "read_jsonl"),
    Kind.NOTEBOOK: ("rows.notebook", "read_notebook"),
    Kind.EML: ("mail", "read_eml"),
    Kind.MBOX: ("mail", "read_mbox"),
    Kind.IMAGE: ("images", "read_image"),
}

# Sphinx, MkDocs and mdBook lay all text of a site beside its pages once more, for its search.
_SEARCH = re.compile(r"search[-_]?index(-[0-9a-f]+)?\.js(on)?(\.gz)?")
_PART = re.compile(r"(?<=^\.info)-\d{1,3}$")  # a long Info manual is cut into find.info-1, -2 ...


def read(path: Path | str, limits: ReadLimits | None = None) -> Document:
    """The document that a file holds; raises UnreadableError with the reason.

    A file of many documents (.csv and .jsonl with a text in each row, .mbox) is refused:
    `read_documents` gives them one after the other.
    """
    found = list(islice(read_documents(path, limits), 2))
    if len(found) > 1:
        raise UnreadableError("holds several documents", hint="use read_documents")
    return found[0]


def read_documents(path: Path | str, limits: ReadLimits | None = None) -> Iterator[Document]:
    """The documents of a file, one after the other; raises UnreadableError with the reason."""
    for each in read_rows(path, limits):
        if isinstance(each, BadRow):
            raise UnreadableError(each.reason)
        yield each


def read_rows(path: Path | str, limits: ReadLimits | None = None) -> Iterator[Document | BadRow]:
    """The same, with rows that give no document among them instead of an error for the file.

    This reads in the process it is called in; `sandbox.pool.ReaderPool` reads in another.
    """
    path, limits = Path(path), limits or ReadLimits()
    found = False
    try:
        module, function = _READERS[kind_of(path, limits)]
        reader = getattr(importlib.import_module(f"assay_documents.{module}"), function)
        for each in reader(path, limits):
            if isinstance(each, BadRow) or each.text.strip():
                found = True
                yield each
    except OSError as error:
        raise UnreadableError(f"cannot be read: {error.strerror or error}") from error
    if not found:
        raise UnreadableError("holds no text")


def kind_of(path: Path, limits: ReadLimits) -> Kind:
    """What a file is; raises UnreadableError with the reason when it is nothing that is read."""
    named = named_kind(path)
    if named is Kind.PLAIN and is_bare_text(path):
        return _markup(read_start(path, limits, SNIFFED_BYTES))
    if named is not None and named is not Kind.HTML and not has_signature(named):
        return named
    start = read_start(path, limits, SNIFFED_BYTES)
    if named is Kind.HTML:
        decode(start)  # raises for what is no text, of which a parser of HTML makes something
        return named
    if not start.strip():
        raise UnreadableError("is empty")
    found = sniff(start, path, limits)
    if isinstance(found, Kind):
        return found
    # Of a damaged file the name still tells what it was meant to be.
    if named is not None:
        return named
    raise UnreadableError(found)


def _markup(start: bytes) -> Kind:
    """The markup of a text that begins so; what cannot be decoded is its reader's to refuse."""
    try:
        return markup_of(decode(start.rpartition(b"\n")[0] or start))
    except UnreadableError:
        return Kind.PLAIN


def is_bare_text(path: Path) -> bool:
    """True for a name that says no more than that the file is text."""
    return Path(path.name.lower().removesuffix(".gz")).suffix in {".txt", ".text", ".asc"}


def named_kind(path: Path) -> Kind | None:
    """The kind that the name of a file says, None where it says nothing; raises for others."""
    if _SEARCH.fullmatch(path.name.lower()):
        raise UnreadableError("is the search index of a web site, which repeats its pages")
    bare = Path(path.name.lower().removesuffix(".gz"))
    ending = _PART.sub("", bare.suffix)
    if ending in NOT_READ:
        raise UnreadableError(NOT_READ[ending])
    return kind_of_endings(ending, Path(bare.stem).suffix)


def holds_many(path: Path) -> bool:
    """True for files of many documents, which are read piece by piece."""
    try:
        return named_kind(path) in {Kind.CSV, Kind.JSONL, Kind.MBOX}
    except UnreadableError:
        return False


def may_hold_pictures(path: Path) -> bool:
    """True for files in which text may be looked for in pictures, which takes long."""
    try:
        kind = named_kind(path)
    except UnreadableError:
        return False
    return kind in {Kind.PDF, Kind.IMAGE} and importlib.util.find_spec("rapidocr") is not None
