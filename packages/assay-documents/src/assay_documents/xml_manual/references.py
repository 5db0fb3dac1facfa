"""Cross references: the title of what they point to, where the same file has it."""

from __future__ import annotations

import re

from assay_documents.builder import one_line
from assay_documents.xml_manual.words import Element

_MAX_SHOWN = 200  # characters of a title or an address that a reference shows
_PARTS = re.compile(r"[-_\s#/]+")
_ENDING = re.compile(r"\.(?:dita|xml|html?|page|md)$", re.IGNORECASE)
_ADDRESS = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]{1,20}:")


class References:
    """The references of a file without words of their own, to be filled in at the end."""

    def __init__(self, titles: dict[Element, Element]) -> None:
        """`titles` names the elements that have a title."""
        self.titles = titles
        self.names = frozenset(titles.values())
        self.elements: dict[str, Element] = {}
        self.labels: dict[str, str] = {}
        self.open: list[tuple[Element, str]] = []
        self.known: dict[str, str] = {}
        self.shown: dict[Element, str] = {}  # of a title, to which many names may lead
        self.left_out: set[Element] = set()

    def note(self, name: str, element: Element) -> None:
        """Remember by which name an element is referred to."""
        if name:
            self.elements.setdefault(name, element)
            if label := element.get("xreflabel"):
                self.labels.setdefault(name, label[:_MAX_SHOWN])

    def add(self, reference: Element, name: str) -> None:
        """A reference that shows what the element of this name is called."""
        if name and not len(reference) and not (reference.text or "").strip():
            self.open.append((reference, name))

    def leave_out(self, element: Element) -> None:
        """Let an element be empty; what follows it stays."""
        element.clear(keep_tail=True)
        self.left_out.add(element)

    def show(self) -> None:
        """Give each reference its words."""
        for reference, name in self.open:
            if name not in self.known:
                self.known[name] = self._title(name)
            if reference not in self.left_out:
                reference.text = self.known[name]

    def _title(self, name: str) -> str:
        if name in self.labels:
            return self.labels[name]
        if _ADDRESS.match(name):
            return name[:_MAX_SHOWN]
        for each in (name, *reversed(re.split("[#/]", name[:_MAX_SHOWN]))):
            if (element := self.elements.get(each)) is not None:
                title = self.titles.get(element, element if element in self.names else None)
                if title is not None and (text := self._text(title)):
                    return text
        return words_of(name)

    def _text(self, title: Element) -> str:
        if title not in self.shown:
            self.shown[title] = one_line("".join(title.itertext()))[:_MAX_SHOWN]
        return self.shown[title]


def words_of(name: str) -> str:
    """The words of a label or the name of a file: "set-up.dita" is "set up"."""
    return _PARTS.sub(" ", _ENDING.sub("", name[:_MAX_SHOWN].partition("#")[0] or name[1:])).strip()
