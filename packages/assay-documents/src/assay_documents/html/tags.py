"""What the tags, classes and roles of a page mean for its blocks."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from lxml import html

HEADINGS = {f"h{level}": level for level in range(1, 7)}
BLOCKS = frozenset((
    "address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details",
    "dialog", "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form",
    "frameset", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup", "hr", "html", "legend",
    "li", "main", "menu", "nav", "ol", "optgroup", "option", "p", "pre", "search", "section",
    "summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul", "listing", "xmp",
    "plaintext",
))  # fmt: skip
# Headings inside end with these; other tags, div above all, often hold only the heading.
SCOPES = frozenset((
    "section", "article", "aside", "li", "details", "blockquote", "nav", "footer", "td", "th",
))  # fmt: skip
# Shown in a line, but apart from the words around them.
SPACED = frozenset((
    "button", "select", "textarea", "label", "meter", "progress", "output", "text", "tspan", "rt",
))  # fmt: skip
_SKIPPED = frozenset((
    "head", "script", "style", "template", "noscript", "title", "annotation", "annotation-xml",
))  # fmt: skip
_ADMONITIONS = frozenset((
    "admonition", "admonitionblock", "note", "tip", "warning", "important", "caution", "danger",
    "hint", "attention", "error", "seealso",
))  # fmt: skip
_FURNITURE = frozenset((
    "toc", "navheader", "navfooter", "nav-panel", "navbar", "navigation", "breadcrumb",
    "breadcrumbs", "sphinxsidebar", "nav-wrapper", "nav-wide-wrapper",
))  # fmt: skip
_FURNITURE_IDS = frozenset(("banner", "footer"))
_SECTIONS = ("sect", "level")  # begin the classes of a section, whose id is made of its title
# Notes stand below the last section of a page, and belong to no section.
_NOTES = frozenset(("footnote", "footnotes", "footnote-list", "endnotes"))
_NOTE_ROLES = frozenset(("doc-footnote", "doc-endnotes"))
_NOTE_MARKS = frozenset(("footnote-reference", "footnote-ref", "footnoteref"))
_FURNITURE_ROLES = frozenset(["navigation", "contentinfo"])
_FRAMES = frozenset(("div", "p", "ul", "ol", "dl", "aside", "center", "header"))
_PARTS = ("article", "section", "li", "blockquote")  # of the text, with a footer of their own
_SIGN = 2  # characters at most of a sign that links to its own place
_MANY_BLOCKS = 6  # a cell with as many paragraphs and items is no cell of data


@dataclass(frozen=True, slots=True)
class Traits:
    """What the attributes of an element say about it."""

    id: str = ""
    furniture: bool = False
    admonition: bool = False
    notes: bool = False

    @classmethod
    def of(cls, element: html.HtmlElement, tag: str) -> Traits:
        """Read the id, the classes and the role."""
        if not element.keys() and tag not in ("nav", "footer"):
            return _PLAIN
        anchor = element.get("id") or (element.get("name") if tag == "a" else "") or ""
        classes = frozenset(element.get("class", "").lower().split()[:20])
        role = element.get("role", "")
        furniture = (
            tag in ("nav", "footer")
            or role in _FURNITURE_ROLES
            or (tag in _FRAMES and (bool(classes & _FURNITURE) or _is_around(anchor, classes)))
        )
        if tag == "footer" and any(
            each.tag in _PARTS for each in islice(element.iterancestors(), 50)
        ):
            furniture = False
        if tag == "body":
            return cls(anchor, furniture)
        notes = role in _NOTE_ROLES or bool(classes & _NOTES)
        return cls(anchor, furniture, bool(classes & _ADMONITIONS), notes)

    @staticmethod
    def lays_out(table: html.HtmlElement) -> bool:
        """True for a table that only puts blocks side by side: its cells are no data."""
        if table.get("role") in ("presentation", "none"):
            return True
        if next(table.iterdescendants("table", *HEADINGS), None) is not None:
            return True
        around = table.getparent()
        for each in (table, around):
            if each is not None:
                classes = each.get("class", "").lower().split()
                if (_ADMONITIONS | _NOTES) & set(classes):
                    return True
        columns = 0
        for row in table.iterdescendants("tr"):
            columns = max(columns, len(row))
        if columns <= 1:
            return True
        return any(
            sum(1 for _ in cell.iterdescendants("p", "li", "pre", "dt")) >= _MANY_BLOCKS
            for cell in table.iterdescendants("td")
        )


_PLAIN = Traits()
_TO_TOP = frozenset(("top", "back to top"))
_COPIES = ("copy", "copied", "clipboard", "clip-button")


def _is_around(anchor: str, classes: frozenset[str]) -> bool:
    """True for the banner or footer of a page, and not for a section about one."""
    return anchor in _FURNITURE_IDS and not any(each.startswith(_SECTIONS) for each in classes)


def is_skipped(element: html.HtmlElement, in_code: bool) -> bool:
    """True for what is no text, and for buttons that copy code."""
    tag = element.tag.lower()
    if tag == "a":
        return _is_note_mark(element) or _leads_to_top(element)
    return tag in _SKIPPED or (tag == "button" and in_code and _copies(element))


def _copies(button: html.HtmlElement) -> bool:
    """True for a button that says, or whose attributes say, that it copies."""
    words = f"{button.text or ''} {' '.join(islice(button.attrib.values(), 10))}".lower()
    return any(sign in words for sign in _COPIES)


def _is_note_mark(element: html.HtmlElement) -> bool:
    """True for the number of a note, which would read as a word of the next sentence."""
    classes = element.get("class", "").lower().split()[:20]
    return element.get("role") == "doc-noteref" or not _NOTE_MARKS.isdisjoint(classes)


def _leads_to_top(element: html.HtmlElement) -> bool:
    """True for "top" beside a heading, which leads to the top of the page."""
    parent = element.getparent()
    if parent is None or parent.tag not in HEADINGS or not element.get("href", "").startswith("#"):
        return False
    inner = element[0].text if len(element) == 1 else ""
    return f"{element.text or ''}{inner or ''}".strip().lower() in _TO_TOP


def is_mark(element: html.HtmlElement) -> bool:
    """True for a sign that links to its own place, as "#" or a pilcrow does beside a heading."""
    sign = (element.text or "").strip()
    own = element.tag == "a" and element.get("href", "").startswith("#") and not len(element)
    return own and 0 < len(sign) <= _SIGN and not any(map(str.isalnum, sign))
