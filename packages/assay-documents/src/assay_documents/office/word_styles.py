"""What the style of a Word paragraph says: heading, list item or code."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

_HEADING = re.compile(r"heading ?([1-9])$")
_CODE = re.compile(r"code|preformatted|source|listing|macro text|plain text", re.IGNORECASE)
_BODY_LEVEL = 9  # the outline level that means "no heading"
_MAX_CHAIN = 20  # styles based on each other that are followed


@dataclass(frozen=True, slots=True)
class Style:
    """A heading has its level, where 0 is the title; an item the id and level of its list."""

    heading: int | None = None
    list_id: str = ""
    list_level: int = 0
    code: bool = False


class WordStyles:
    """The paragraph styles of a file, each with what it takes over from others."""

    def __init__(self, root: Any) -> None:  # noqa: ANN401 - lxml has no types
        """Take in the part `styles.xml`, or None where the file has none."""
        self._raw: dict[str, Any] = {}
        self._known: dict[str, Style] = {}
        for each in () if root is None else root.iter("{*}style"):
            self._raw[_attribute(each, "styleId")] = each

    def of(self, paragraph: Any) -> Style:  # noqa: ANN401 - lxml has no types
        """The style of a paragraph together with its own settings."""
        own = child(paragraph, "pPr")
        return _with(self._style(value(child(own, "pStyle"))), own)

    def _style(self, id: str) -> Style:
        if id not in self._known:
            chain = [id]
            while len(chain) < _MAX_CHAIN and (raw := self._raw.get(chain[-1])) is not None:
                chain.append(value(child(raw, "basedOn")))
            style = Style()
            for name in reversed(chain):
                style = self._refined(style, name)
            self._known[id] = style
        return self._known[id]

    def _refined(self, style: Style, id: str) -> Style:
        raw = self._raw.get(id)
        name = value(child(raw, "name")) or id
        found = _HEADING.search(name.lower())
        if name.lower() == "title":
            style = replace(style, heading=0)
        elif found is not None:
            style = replace(style, heading=int(found[1]))
        elif _CODE.search(name):
            style = replace(style, code=True)
        return _with(style, child(raw, "pPr"))


def _with(style: Style, properties: Any) -> Style:  # noqa: ANN401 - lxml has no types
    if properties is None:
        return style
    level = value(child(properties, "outlineLvl"))
    if level.isascii() and level.isdigit():
        number = int(level[:3])
        style = replace(style, heading=number + 1 if number < _BODY_LEVEL else None)
    numbers = child(properties, "numPr")
    if numbers is not None:
        id, depth = value(child(numbers, "numId")), value(child(numbers, "ilvl"))
        here = int(depth[:2]) if depth.isascii() and depth.isdigit() else style.list_level
        style = replace(style, list_id=(id or style.list_id) if id != "0" else "", list_level=here)
    return style


def local(element: Any) -> str:  # noqa: ANN401 - lxml has no types
    """The name of an element without its namespace, which differs between kinds of Office files."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def child(element: Any, name: str) -> Any:  # noqa: ANN401 - lxml has no types
    """The first child of that name, or None, also of None."""
    return None if element is None else element.find(f"{{*}}{name}")


def value(element: Any) -> str:  # noqa: ANN401 - lxml has no types
    """The attribute `val` of an element, or nothing."""
    return "" if element is None else _attribute(element, "val")


def _attribute(element: Any, name: str) -> str:  # noqa: ANN401 - lxml has no types
    return str(element.get(f"{element.tag.rpartition('}')[0]}}}{name}") or element.get(name) or "")
