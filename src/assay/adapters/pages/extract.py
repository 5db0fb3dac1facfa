"""From the bytes of a page to its main text, as neutral data."""

from __future__ import annotations

import re

import trafilatura
from charset_normalizer import from_bytes

from assay.adapters.pages.visible_html import visible_tree
from assay.steps.neutralise import neutralise
from assay.types import Page

LONGEST_TITLE = 200
_META_CHARSET = re.compile(rb"<meta[^>]{0,200}charset\s*=\s*[\"']?\s*([\w-]{2,40})", re.IGNORECASE)
_HEADER_CHARSET = re.compile(r"charset\s*=\s*[\"']?([\w-]{2,40})", re.IGNORECASE)


def page_from_bytes(url: str, body: bytes, content_type: str = "") -> Page:
    """The readable page in a server's answer, whatever its charset and however broken."""
    text = decoded(body, content_type)
    if content_type.lower().startswith("text/plain"):
        return Page(url, "", tidy(text))
    return page_from_html(url, text)


def page_from_html(url: str, html: str) -> Page:
    """The main text and the title of an HTML page, without what a reader would not see."""
    tree = visible_tree(html)
    if tree is None:
        return Page(url, "", "")
    titles = [str(t) for t in tree.xpath("//title/text() | //h1//text()")]
    whole = "\n".join(str(t) for t in tree.itertext())
    found = trafilatura.bare_extraction(
        tree, url=url, include_comments=False, include_tables=True, favor_recall=True
    )
    main = getattr(found, "text", None) or whole
    return Page(
        url, tidy(titles[0] if titles else "").replace("\n", " ")[:LONGEST_TITLE], tidy(main)
    )


def tidy(text: str) -> str:
    """Neutral text with single blanks and one line for each paragraph."""
    lines = (" ".join(line.split()) for line in neutralise(text).split("\n"))
    return "\n".join(line for line in lines if line)


def decoded(body: bytes, content_type: str = "") -> str:
    """The text of the bytes: by the header, by the page itself, as UTF-8, or by guessing."""
    named = [m.group(1) for m in [_HEADER_CHARSET.search(content_type)] if m]
    named += [m.group(1).decode("ascii") for m in [_META_CHARSET.search(body[:4096])] if m]
    for charset in (*named, "utf-8"):
        try:
            return body.decode(charset)
        except (UnicodeDecodeError, LookupError):
            continue
    guess = from_bytes(body[:100_000]).best()
    return body.decode(guess.encoding if guess else "latin-1", errors="replace")
