"""Bytes or text of a page to an lxml tree, whatever its charset and however broken."""

from __future__ import annotations

import codecs
import re

from charset_normalizer import from_bytes
from lxml import etree, html

_META_CHARSET = re.compile(rb"<meta[^>]{0,200}charset\s*=\s*[\"']?\s*([\w-]{2,40})", re.IGNORECASE)
_XML_CHARSET = re.compile(rb"<\?xml[^>]{0,100}encoding\s*=\s*[\"']([\w-]{2,40})")
_HEADER_CHARSET = re.compile(r"charset\s*=\s*[\"']?([\w-]{2,40})", re.IGNORECASE)
_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
_HEAD = 4096  # bytes in which a page names its charset
_SAMPLE = 100_000
# The parser compares each attribute of a tag with all before it: 20,000 take seconds.
MAX_ATTRIBUTES = 200
_LONG_TAG = re.compile(r"<[a-zA-Z][^>]{600}")
_TAG = re.compile(
    r"<!--.*?(?:-->|\Z)|<(script|style)\b.*?(?:</\1|\Z)|"
    r"(?P<name><[a-zA-Z][^\s/>]*)(?P<attributes>(?:=\s*\"[^\"]*\"|=\s*'[^']*'|[^>])*+)",
    re.IGNORECASE | re.DOTALL,
)
_ATTRIBUTE = re.compile(r"[^\s/>=][^\s/>=]*(?:\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s>]*))?")
_MEANS_SOMETHING = re.compile(
    r"(?:style|class|id|name|hidden|aria-hidden|role|popover|open|color|bgcolor|text|alt|start|"
    r"value|type|colspan|rowspan|reversed|media|rel)(?![\w-])",
    re.IGNORECASE,
)
_NOT_TEXT = re.compile("[\ud800-\udfff]")


def decode_html(body: bytes, content_type: str = "") -> str:
    """The text of the bytes: by mark, header, the page itself, as UTF-8, or by guessing."""
    named = [name for mark, name in _MARKS.items() if body.startswith(mark)][:1]
    named += [m.group(1) for m in [_HEADER_CHARSET.search(content_type)] if m]
    for pattern in (_META_CHARSET, _XML_CHARSET):
        named += [m.group(1).decode("ascii") for m in [pattern.search(body[:_HEAD])] if m]
    for charset in (*named, "utf-8"):
        try:
            return body.decode(charset)
        except (UnicodeDecodeError, LookupError):
            continue
    guess = from_bytes(body[:_SAMPLE]).best()
    return body.decode(guess.encoding if guess else "latin-1", errors="replace")


def parse_html(page: str | bytes, deep: bool = True) -> html.HtmlElement | None:
    """The tree of a page without comments, or none where there is nothing to parse.

    Elements below a depth of about 2,000, or 250 unless `deep`, are left out by the parser.
    """
    text = decode_html(page) if isinstance(page, bytes) else page
    text = limit_attributes(_NOT_TEXT.sub("\ufffd", text.replace("\0", "")))
    parser = html.HTMLParser(
        encoding="utf-8", remove_comments=True, remove_pis=True, no_network=True, huge_tree=deep
    )
    try:
        return html.document_fromstring(text.encode("utf-8"), parser=parser)
    except (etree.LxmlError, ValueError, AssertionError):
        return None


def limit_attributes(page: str) -> str:
    """The page with at most `MAX_ATTRIBUTES` in a tag, besides those that we read."""
    if not _LONG_TAG.search(page):
        return page
    return _TAG.sub(_limited, page)


def _limited(match: re.Match[str]) -> str:
    attributes = match["attributes"]
    if not attributes or len(attributes) < 3 * MAX_ATTRIBUTES:
        return match[0]
    found = _ATTRIBUTE.findall(attributes)
    if len(found) <= MAX_ATTRIBUTES:
        return match[0]
    first: dict[str, str] = {}
    for each in found:  # of two with one name the first counts, as in a browser
        if _MEANS_SOMETHING.match(each):
            first.setdefault(each.partition("=")[0].strip().lower(), each)
    return f"{match['name']} {' '.join(first.values())} "
