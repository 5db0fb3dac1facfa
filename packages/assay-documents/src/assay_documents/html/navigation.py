"""Menus, paths and rows of links to the pages around this one, whatever their class is called."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from lxml import etree, html

_WORDS = frozenset(
    ("prev", "previous", "next", "up", "home", "top", "contents", "index", "toc", "main", "back")
)
_RELATIONS = frozenset(("prev", "previous", "next", "up", "home", "contents", "index"))
_BLOCKS = frozenset(("div", "p", "ul", "ol", "table", "tbody", "tr", "td", "center", "header"))
_PLAIN = {"tr": "p", "td": "span", "th": "span"}
_INLINE = ("li", "span", "b", "strong", "small", "font", "em")
_MIN_LINKS = 2
# A row of links has few elements and words: with the titles of the pages, some two hundred letters.
_MAX_ELEMENTS, _MAX_LETTERS = 40, 300
_MAX_UP = 5
_LINES = ("li", "tr", "p")
_SAID = 3  # words beside a link from which on they tell of it
_MIN_WORDS, _MIN_LETTERS = 4, 3  # of a sentence, and of its last word
_MAX_LINKS = 2_000  # of a page that are looked at
_HEADINGS = ("h1", "h2", "h3")
_LINES_OF_LINKS = frozenset(("p", "div", "center", "header"))
_LISTS = frozenset(("ul", "ol", "menu"))
_OF_DATA = ("td", "th", "dd", "dt", "li", "pre", "blockquote")
_SEPARATOR = re.compile("[|/>\u00ab\u00bb\u2039\u203a\u00b7\u2022\u2192\u25b8\u25ba]")
_INLINE_OF_LINKS = frozenset(("a", "img", "br", "i", "abbr", "svg", "path", "use", *_INLINE))
_LINK = "\0"  # stands for a link among the words that are none


def mark_navigation(tree: html.HtmlElement) -> None:
    """Give the class "navigation" to what holds such links and hardly anything else."""
    rows: dict[html.HtmlElement, int] = {}
    for link in islice(tree.iterdescendants("a"), _MAX_LINKS):
        if not _leads_away(link):
            continue
        for row in islice(link.iterancestors(), _MAX_UP):
            if row.tag in _BLOCKS:
                rows[row] = rows.get(row, 0) + 1
            elif row.tag not in _INLINE:
                break
    found = [row for row, links in rows.items() if links >= _MIN_LINKS and _is_short(row)]
    for row in [*found, *_rows_of_links(tree)]:
        row.set("class", f"navigation {row.get('class', '')}")
        if row.tag == "table":  # its cells are no data
            for each in row.iter("table", "tbody", "tr", "td", "th"):
                each.tag = _PLAIN.get(each.tag, "div")


def _rows_of_links(tree: html.HtmlElement) -> Iterator[html.HtmlElement]:
    """The lines that are links with separators alone, and the lists so above the first heading.

    A list of links further down may be what the page tells, and so may links with commas.
    """
    above = next(tree.iterdescendants(*_HEADINGS), None) is not None
    links = 0
    for each in tree.iterdescendants("a", *_HEADINGS, *_LINES_OF_LINKS, *_LISTS):
        links += each.tag == "a"
        if links > _MAX_LINKS:
            return
        if each.tag in _HEADINGS:
            above = False
        elif each.tag == "a" or (each.tag in _LISTS and not above):
            continue
        elif _is_row_of_links(each, 1 if above else _MIN_LINKS):
            yield each


def _is_row_of_links(row: html.HtmlElement, least: int) -> bool:
    """True for links and one kind of separator, and in a path the page itself, not linked."""
    if not _is_short(row) or next(row.iterancestors(*_OF_DATA), None) is not None:
        return False
    allowed = _INLINE_OF_LINKS | (_LISTS if row.tag in _LISTS else frozenset())
    if not all(each.tag in allowed for each in row.iterdescendants(etree.Element)):
        return False
    unlinked = _unlinked(row)
    links = unlinked.count(_LINK)
    words = [part for part in _SEPARATOR.split(unlinked) if part.replace(_LINK, "").strip()]
    if words and (links < _MIN_LINKS or len(words) > 1 or _LINK in words[0]):
        return False
    return links >= least and len(set(_SEPARATOR.findall(unlinked)) - {"|"}) <= 1


def _unlinked(element: html.HtmlElement) -> str:
    """The words that are no link, with a sign for each link; items are apart."""
    said = [element.text or ""]
    for each in element:
        if isinstance(each.tag, str):
            linked = each.tag == "a" and each.get("href") is not None
            said.append(_LINK if linked else _unlinked(each))
            said.append("|" if each.tag in ("li", "br") else "")
        said.append(each.tail or "")
    return "".join(said)


def _leads_away(link: html.HtmlElement) -> bool:
    if link.get("rel", "").lower() in _RELATIONS:
        return True
    words = "".join(islice(link.itertext(), 10)).lower().split(maxsplit=1)
    said = words[0].strip("<>:«»[]\u2190\u2192") if words else ""
    if said not in _WORDS:
        return False
    return link.get("accesskey") is not None or (len(words) == 1 and not _is_told_of(link))


def _is_told_of(link: html.HtmlElement) -> bool:
    """True for a link in a sentence, or one with what it is about beside it, as methods have."""
    if (link.tail or "").lstrip()[:1].islower():
        return True
    line = next(link.iterancestors(*_LINES), None)
    inside = [] if line is None else list(islice(line.iterdescendants(), _MAX_ELEMENTS + 1))
    if line is None or len(inside) > _MAX_ELEMENTS or sum(each.tag == "a" for each in inside) > 1:
        return False
    beside = len(" ".join(line.itertext()).split()) - len(" ".join(link.itertext()).split())
    return beside >= _SAID


def _is_short(row: html.HtmlElement) -> bool:
    inside = list(islice(row.iterdescendants(), _MAX_ELEMENTS + 1))
    if len(inside) > _MAX_ELEMENTS or any(each.tag in ("h1", "h2", "h3", "pre") for each in inside):
        return False
    texts = list(row.itertext())
    return sum(map(len, texts)) <= _MAX_LETTERS and not _has_sentence(" ".join(texts).split())


def _has_sentence(words: list[str]) -> bool:
    """True where a sentence ends; titles have no full stop but that of "Chapter 3."."""
    ends = (word[:-1] for word in words[_MIN_WORDS - 1 :] if word.endswith("."))
    return any(word.isalpha() and len(word) >= _MIN_LETTERS for word in ends)
