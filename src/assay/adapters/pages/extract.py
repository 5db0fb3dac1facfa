"""From the bytes of a page to its main text, as neutral data."""

from __future__ import annotations

import trafilatura

from assay.adapters.pages.visible_html import visible_tree
from assay.text.sanitise import sanitise
from assay.types import Page
from assay_documents.html import decode_html

MAX_TITLE = 200


def page_from_bytes(url: str, body: bytes, content_type: str = "") -> Page:
    """The readable page in a server's answer, whatever its charset and however broken."""
    text = decode_html(body, content_type)
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
    return Page(url, tidy(titles[0] if titles else "").replace("\n", " ")[:MAX_TITLE], tidy(main))


def tidy(text: str) -> str:
    """Neutral text with single blanks and one line for each paragraph."""
    lines = (" ".join(line.split()) for line in sanitise(text).split("\n"))
    return "\n".join(line for line in lines if line)
