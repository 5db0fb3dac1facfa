"""An element of a page as selectors see it, and how many of them may be tried."""

from __future__ import annotations

from dataclasses import dataclass, field

from lxml import html

MAX_TRIES = 500_000


class TooCostlyError(Exception):
    """The rules of a page need more tries than are allowed."""


@dataclass
class Budget:
    """How many parts of selectors may still be compared with elements of a page."""

    tries: int = MAX_TRIES

    def spend(self, tries: int = 1) -> None:
        """Count; raises TooCostlyError when there is nothing left."""
        self.tries -= tries
        if self.tries < 0:
            raise TooCostlyError


@dataclass
class Node:
    """An element with what selectors ask about it."""

    element: html.HtmlElement
    tag: str
    budget: Budget
    parent: Node | None = None
    previous: Node | None = None
    index: int = 1
    count: int = 1
    index_of_type: int = 1
    types_below: dict[str, int] = field(default_factory=dict)
    id: str = ""
    classes: frozenset[str] = frozenset()
    memory: dict[tuple[int, int], bool] = field(default_factory=dict)
    reachable: bool = False  # a reader can check it, or follow a link to it

    @classmethod
    def of(  # noqa: PLR0917 - where an element stands
        cls, element: html.HtmlElement, tag: str, budget: Budget, parent: Node | None,
        previous: Node | None, count: int,
    ) -> Node:  # fmt: skip
        """The node of an element that comes after `previous` below `parent`."""
        index = previous.index + 1 if previous else 1
        same = 1
        if parent is not None:
            same = parent.types_below[tag] = parent.types_below.get(tag, 0) + 1
        return cls(
            element, tag, budget, parent, previous, index, count, same, id=element.get("id", ""),
            classes=frozenset(element.get("class", "").split()[:200]),
        )  # fmt: skip
