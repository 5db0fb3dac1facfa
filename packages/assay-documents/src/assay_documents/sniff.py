"""What a file is by its first bytes, for names that say nothing or something else."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

from assay_documents.decode import BINARY, decode
from assay_documents.errors import UnreadableError
from assay_documents.kinds import Kind
from assay_documents.markup import markup_of
from assay_documents.read_limits import ReadLimits
from assay_documents.unpack import open_bytes
from assay_documents.xml_manual.recognise import vocabulary_of

SNIFFED_BYTES = 16 * 1024
_PDF_WITHIN = 1024  # a PDF may have other bytes before it
_IMAGES = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF8", b"II*\0", b"MM\0*", b"BM")
_OTHERS = {
    b"\xd0\xcf\x11\xe0": "is in the Office format before 2007, or protected by a password",
    b"{\\rtf": "is in a format that is not read: save it as .docx, .odt or .pdf",
    b"\x1f\x8b": "is packed: give it the ending of its kind and .gz, or unpack it first",
    b"BZh": "is an archive: unpack it first",
    b"\xfd7zXZ": "is an archive: unpack it first",
    b"7z\xbc\xaf": "is an archive: unpack it first",
    b"Rar!": "is an archive: unpack it first",
    b"\x7fELF": "is a program or compiled",
    b"MZ": "is a program or compiled",
    b"\xcf\xfa\xed\xfe": "is a program or compiled",
    b"SQLite format 3": "is a database",
    b"ID3": "is audio or video",
    b"OggS": "is audio or video",
    b"RIFF": "is audio or video",
    b"%!PS": "is in a format that is not read: convert it to .pdf",
}
# Signatures that a text may begin with: "BM", "MZ", "RIFF". The files have other bytes soon after.
_LETTERS_ONLY = (b"GIF8", b"BM", b"BZh", b"Rar!", b"MZ", b"ID3", b"OggS", b"RIFF")
_PARTS = {
    "word/document.xml": Kind.DOCX, "ppt/presentation.xml": Kind.PPTX,
    "xl/workbook.xml": Kind.XLSX, "META-INF/container.xml": Kind.EPUB, "content.xml": Kind.ODT,
}  # fmt: skip
# XML begins with an element that tells what it is; of most names it tells nothing that is known.
_SIGNED = {Kind.XML, Kind.PDF, Kind.DOCX, Kind.PPTX, Kind.XLSX, Kind.ODT, Kind.EPUB, Kind.IMAGE}
_HTML = re.compile(
    r"\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--.{0,2000}?-->\s*)*<(?:!doctype\s+html|html|head|body)\b",
    re.I | re.S,
)
_MAN = re.compile(r"(?:\A|\n)(?:\.TH|\.Dd|\.SH|\.Sh|\.so)\s|\A'\\\"")
_MAILBOX = re.compile(r"From \S+.*\d{4}\s*\n[\w-]+:")
_MAIL_HEADERS = re.compile(r"(?:[\w-]{2,40}:[^\n]*\n(?:[ \t][^\n]*\n)*){3}")
_MAIL_NAMES = re.compile(
    r"^(?:from|to|subject|date|received|message-id|return-path|mime-version):", re.I | re.M
)
_MIN_MAIL_NAMES = 3


def has_signature(kind: Kind) -> bool:
    """True for kinds whose files begin with bytes of their own, so that a wrong name is noticed."""
    return kind in _SIGNED


def sniff(start: bytes, path: Path, limits: ReadLimits) -> Kind | str:
    """The kind of a file that begins so, or the reason why it is not read."""
    if b"%PDF-" in start[:_PDF_WITHIN]:
        return Kind.PDF
    if start.startswith(b"PK\x03\x04"):
        return _archive(path, limits)
    signed = b"" if start.startswith(_LETTERS_ONLY) and _is_text(start) else start
    if signed.startswith(_IMAGES) or (signed[:4] == b"RIFF" and signed[8:12] == b"WEBP"):
        return Kind.IMAGE
    for signature, reason in _OTHERS.items():
        if signed.startswith(signature):
            return reason
    try:
        text = decode(start)
    except UnreadableError as error:
        return str(error)
    return _text_kind(text)


def _is_text(start: bytes) -> bool:
    """True for UTF-8 without control characters; its last character may be cut off."""
    whole = start.decode(errors="replace")[:-1]
    return "\ufffd" not in whole and BINARY.search(start) is None


def _archive(path: Path, limits: ReadLimits) -> Kind | str:
    """What the parts of a zip archive make it."""
    try:
        with open_bytes(path, limits) as stream, zipfile.ZipFile(stream) as archive:
            names = set(archive.namelist()[:20_000])
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, RuntimeError):
        return "is a damaged archive"
    found = next((kind for part, kind in _PARTS.items() if part in names), None)
    return found or "is an archive: unpack it first"


def _text_kind(text: str) -> Kind:
    if _HTML.match(text):
        return Kind.HTML
    if vocabulary_of(text) is not None:
        return Kind.XML
    if text.startswith("#!"):
        return Kind.CODE
    if _MAN.search(text):
        return Kind.MAN
    return _mail_kind(text) or markup_of(text)


def _mail_kind(text: str) -> Kind | None:
    if _MAILBOX.match(text):
        return Kind.MBOX
    if _MAIL_HEADERS.match(text) and len(set(_MAIL_NAMES.findall(text))) >= _MIN_MAIL_NAMES:
        return Kind.EML
    return None
