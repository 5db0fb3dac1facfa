"""E-mail: single messages (.eml) and mailboxes (mbox)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from email.message import EmailMessage, Message
from email.parser import BytesParser
from email.policy import EmailPolicy
from pathlib import Path
from typing import BinaryIO

from assay_documents.decode import decode
from assay_documents.errors import UnreadableError
from assay_documents.html.page import html_blocks
from assay_documents.model import BadRow, Block, Document
from assay_documents.outline import Outline, tidy_line
from assay_documents.places import Place
from assay_documents.read_limits import ReadLimits
from assay_documents.texts.plain import plain_blocks
from assay_documents.title import name_title
from assay_documents.unpack import open_bytes, read_bytes

_HEADERS = ("From", "To", "Cc", "Date", "Subject")
_MAX_HEADER = 2000
_MAX_SOURCE = 4 * _MAX_HEADER  # of a header as it is written; Python parses it in quadratic time
_MAX_PARTS = 1000
_FROM_LINE = re.compile(rb"From \S.*\d{4}")
_QUOTED_FROM = re.compile(rb"^>(>*From )", re.MULTILINE)


class _ShortHeaders(EmailPolicy):
    """Python's own policy, for what stands in the first so many characters of a header."""

    def header_source_parse(self, sourcelines: list[str]) -> tuple[str, str]:
        """The name of a header and its value, which ends between two words."""
        name, value = super().header_source_parse(sourcelines)
        if len(value) > _MAX_SOURCE:
            value = value[:_MAX_SOURCE].rsplit(maxsplit=1)[0]
        return name, value


def read_eml(path: Path, limits: ReadLimits) -> Iterator[Document]:
    """One document with the headers that matter and the text of the message."""
    yield _document(read_bytes(path, limits), path, str(path), limits)


def read_mbox(path: Path, limits: ReadLimits) -> Iterator[Document | BadRow]:
    """One document for each message; one that cannot be read is a bad row."""
    with open_bytes(path, limits) as stream:
        for number, data in enumerate(_messages(stream, limits), start=1):
            if isinstance(data, BadRow):
                yield data
                continue
            try:
                yield _document(data, path, f"{path}#{number}", limits)
            except Exception as error:  # noqa: BLE001 - one odd message is no reason to lose the rest
                yield BadRow(f"message {number} cannot be read: {error}")


def _messages(stream: BinaryIO, limits: ReadLimits) -> Iterator[bytes | BadRow]:
    lines: list[bytes] = []
    size, number = 0, 0
    blank = True
    while line := stream.readline(1 << 20):
        if blank and _FROM_LINE.match(line):
            if number:
                yield _whole(lines, size, number, limits)
            lines, size, number = [], 0, number + 1
        elif number:
            size += len(line)
            if size <= limits.document_bytes:
                lines.append(line)
        blank = not line.strip()
    if not number:
        raise UnreadableError("is not a mailbox: it does not begin with a line `From `")
    yield _whole(lines, size, number, limits)


def _whole(lines: list[bytes], size: int, number: int, limits: ReadLimits) -> bytes | BadRow:
    if size > limits.document_bytes:
        return BadRow(f"message {number} is larger than the limit of {limits.document_bytes} bytes")
    return _QUOTED_FROM.sub(rb"\1", b"".join(lines))


def _document(data: bytes, path: Path, own_id: str, limits: ReadLimits) -> Document:
    message = BytesParser(policy=_ShortHeaders()).parsebytes(data)
    headers = {name: _header(message, name) for name in _HEADERS}
    title = headers["Subject"] or name_title(path)
    outline = Outline(limits, title)
    facts = "; ".join(f"{name}: {text}" for name, text in headers.items() if text)
    outline.row(facts, outline.new_group(), Place())
    blocks, notes = list(outline.blocks), []
    bodies, group = 0, max((each.group for each in blocks), default=0)
    twice = _said_twice(message)
    for number, part in enumerate(message.walk()):
        if number > _MAX_PARTS:
            notes.append(f"more than {_MAX_PARTS} parts: the rest is left out")
            break
        if part.is_multipart():
            continue
        name = _file_name(part)
        if name or not part.get_content_type().startswith("text/"):
            notes.append(f"attachment not read: {name or part.get_content_type()}")
        elif id(part) not in twice:
            bodies += 1
            found = _body(part, group + 1)
            group = max([group, *(each.group for each in found)])
            blocks += found
    if not bodies and not facts:
        raise UnreadableError("is not an e-mail: it has neither headers nor a text")
    return Document(own_id, title, own_id, tuple(blocks), tuple(notes))


def _header(message: Message, name: str) -> str:
    try:
        value = str(message.get(name, ""))
    except Exception:  # noqa: BLE001 - the parser of headers fails in many ways on malformed ones
        raw = dict(message.raw_items()) if isinstance(message, EmailMessage) else {}
        value = str(raw.get(name, ""))
    return tidy_line(value)[:_MAX_HEADER]


def _file_name(part: Message) -> str:
    try:
        name = part.get_filename() or ""
        disposed = part.get_content_disposition() == "attachment"
    except Exception:  # noqa: BLE001 - see above
        return "without a name"
    return tidy_line(name)[:200] or ("without a name" if disposed else "")


def _said_twice(message: Message) -> set[int]:
    """The HTML parts, by their id, of what is said in plain text beside them."""
    found: set[int] = set()
    for number, above in enumerate(message.walk()):
        if number > _MAX_PARTS:
            break
        parts = above.get_payload()
        if above.get_content_type() != "multipart/alternative" or not isinstance(parts, list):
            continue
        kinds = [each.get_content_type() for each in parts if isinstance(each, Message)]
        if "text/plain" in kinds:
            found.update(
                id(each) for each, kind in zip(parts, kinds, strict=True) if kind == "text/html"
            )
    return found


def _body(part: Message, group: int) -> list[Block]:
    data = part.get_payload(decode=True)
    data = data if isinstance(data, bytes) else b""
    charset = part.get_content_charset("")
    try:
        text = data.decode(charset) if charset else decode(data)
    except (LookupError, UnicodeError):
        text = decode(data)
    if part.get_content_type() == "text/html":
        return list(html_blocks(text, group).blocks)
    return [replace(each, place=Place()) for each in plain_blocks(text, group).blocks]
