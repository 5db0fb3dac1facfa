"""A web page or a Markdown file as a tree of plain elements, with the quoted words marked.

No markup of the original reaches the browser: a node is a text, or a list of one of the tags
below, its attributes (numbers of columns and rows that a cell spans) and its nodes. The page makes
elements of it one by one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from lxml import html
from markdown_it import MarkdownIt
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.front_matter import front_matter_plugin

from assay_documents.decode import decode
from assay_documents.html.parse import parse_html
from assay_documents.visibility import drop_hidden
from assay_server.originals.locate import MAX_TEXT, Range, locate

MAX_NODES = 120_000  # elements and texts
MAX_SPAN = 100
Node = list[Any] | str

INLINE = frozenset(("b", "strong", "i", "em", "u", "s", "del", "ins", "code", "kbd", "samp", "var",
                    "sub", "sup", "small", "q", "cite", "abbr", "dfn"))  # fmt: skip
LEAVES = frozenset(("br", "hr"))
BLOCKS = frozenset(("p", "pre", "blockquote", "ul", "ol", "li", "dl", "dt", "dd", "table", "thead",
                    "tbody", "tfoot", "tr", "th", "td", "caption"))  # fmt: skip
DROPPED = frozenset(("head", "script", "style", "template", "noscript", "title", "svg", "select",
                     "datalist", "iframe", "object", "embed", "button", "textarea"))  # fmt: skip
FLOWING = frozenset(("span", "a", "font", "label", "time", "bdi", "bdo", "wbr", "mark", "tt",
                     "data", "ruby", "rb", "big", "abbr", "nobr"))  # fmt: skip
INSIDE = {
    "ul": ("li",),
    "ol": ("li",),
    "dl": ("dt", "dd"),
    "table": ("thead", "tbody", "tfoot", "tr", "caption"),
    "thead": ("tr",),
    "tbody": ("tr",),
    "tfoot": ("tr",),
    "tr": ("th", "td"),
}
"""The only elements that these may hold; others are wrapped in the last or left out of tables."""
PARENTS = {
    child: tuple(outer for outer, inner in INSIDE.items() if child in inner)
    for child in {child for inner in INSIDE.values() for child in inner}
}
HEADINGS = {f"h{level}": level for level in range(1, 7)}
FIRST_HEADING = 3  # below the title of the dialog in which all this is shown


class TooLongError(Exception):
    """The original has more elements than a page should draw."""


def html_view(data: bytes, quote: str, near: float) -> dict[str, Any]:
    """What is visible of a web page."""
    return _view(parse_html(data, deep=False), quote, near)


def markdown_view(data: bytes, quote: str, near: float) -> dict[str, Any]:
    """A Markdown file as it reads once it is rendered."""
    parser = MarkdownIt("js-default", {"html": True})
    for plugin in (front_matter_plugin, deflist_plugin, footnote_plugin):
        parser.use(plugin)
    return _view(parse_html(parser.render(decode(data)), deep=False), quote, near)


def _view(tree: html.HtmlElement | None, quote: str, near: float) -> dict[str, Any]:
    writer = _Writer()
    if tree is not None:
        drop_hidden(tree)
        writer.write(tree, writer.root)
    marked = writer.mark(locate(quote, "".join(writer.texts), near)) if quote else False
    return {"kind": "markup", "tree": writer.root[2:], "marked": marked}


@dataclass(slots=True)
class _Writer:
    """The tree so far, and all its text in order with the place of each piece in the tree."""

    root: list[Any] = field(default_factory=lambda: ["div", {}])
    texts: list[str] = field(default_factory=list)
    owners: list[tuple[list[Any], int] | None] = field(default_factory=list)
    nodes: int = 0
    length: int = 0
    level: int = FIRST_HEADING - 1

    def write(self, element: html.HtmlElement, out: list[Any]) -> None:
        """An element with all it holds, as children of `out`."""
        tag = element.tag.lower() if isinstance(element.tag, str) else ""
        if not tag or tag in DROPPED:
            return
        if tag == "img":
            self._text(f" {element.get('alt', '')} ", out)
            return
        node = self._node(tag, element, out)
        if tag not in INLINE and tag not in FLOWING:
            self._gap()
        self._text(element.text, node)
        for child in element:
            self.write(child, node)
            self._text(child.tail, node)
        if tag not in INLINE and tag not in FLOWING:
            self._gap()

    def _node(self, tag: str, element: html.HtmlElement, out: list[Any]) -> list[Any]:
        if tag in FLOWING:
            return out
        self._count()
        name = self._name(tag, element, out)
        node: list[Any] = [name, _spans(element) if name in ("th", "td") else {}]
        self._fitting(name, out).append(node)
        return node

    def _count(self, characters: int = 0) -> None:
        self.nodes += 1
        self.length += characters
        if self.nodes > MAX_NODES or self.length > MAX_TEXT:
            raise TooLongError

    def _name(self, tag: str, element: html.HtmlElement, out: list[Any]) -> str:
        if tag in HEADINGS:
            # No level is left out, whatever the page does: readers of screens count on it.
            self.level = min(HEADINGS[tag] + FIRST_HEADING - 1, self.level + 1, 6)
            return f"h{self.level}"
        if tag in PARENTS and out[0] not in PARENTS[tag]:
            return "div"
        if tag == "th" and not element.text_content().strip():
            return "td"
        return tag if tag in INLINE or tag in BLOCKS or tag in LEAVES else "div"

    def _fitting(self, name: str, out: list[Any]) -> list[Any]:
        """Where an element may stand: what a list or a table cannot hold is wrapped."""
        while (inner := INSIDE.get(out[0])) and name not in inner:
            wrapper: list[Any] = [inner[-1] if out[0] != "table" else "caption", {}]
            out.append(wrapper)
            out = wrapper
        return out

    def _text(self, text: str | None, out: list[Any]) -> None:
        if not text or (out[0] in INSIDE and not text.strip()):
            return
        self._count(len(text))
        place = self._fitting("#text", out)
        place.append(text)
        self.texts.append(text)
        self.owners.append((place, len(place) - 1))

    def _gap(self) -> None:
        """Words of two blocks are two words."""
        self.texts.append("\n")
        self.owners.append(None)

    def mark(self, parts: list[Range]) -> bool:
        """Put the parts of the text into elements of their own; false where there is none."""
        at = 0
        placed = []
        for text, owner in zip(self.texts, self.owners, strict=True):
            if owner is not None:
                placed.append((at, text, owner))
            at += len(text)
        for begin, text, (out, position) in placed:
            inside = [
                (max(start - begin, 0), min(end - begin, len(text)))
                for start, end in parts
                if start < begin + len(text) and end > begin
            ]
            if inside and text.strip():
                out[position] = ["span", {}, *_cut(text, inside)]
        return bool(parts)


def _cut(text: str, parts: list[Range]) -> list[Node]:
    found: list[Node] = []
    at = 0
    for start, end in parts:
        found += [text[at:start], ["mark", {}, text[start:end]]]
        at = end
    return [each for each in (*found, text[at:]) if each]


def _spans(element: html.HtmlElement) -> dict[str, str]:
    given = {name: element.get(name, "") for name in ("colspan", "rowspan")}
    return {
        name: value
        for name, value in given.items()
        if value.isascii() and value.isdigit() and 1 < int(value[:4]) <= MAX_SPAN
    }
