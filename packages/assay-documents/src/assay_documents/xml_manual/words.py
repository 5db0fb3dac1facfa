"""What the element names of a vocabulary stand for, said with the elements of HTML."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from lxml import html

Element: TypeAlias = html.HtmlElement
Attributes: TypeAlias = dict[str, str]


@dataclass(frozen=True, slots=True)
class Words:
    """The names of one vocabulary.

    `tags` may name an element with the one that it stands in, as "varlistentry/listitem"; any
    other is shown in the line. `sections` have a heading of their own, `skipped` tell of the
    document and not of its subject, and of `infos` only what `kept` names is text. The children of
    `joined` are read with a sign between them, `around` are signs before and after an element.
    """

    namespaces: tuple[str, ...]
    tags: Mapping[str, str]
    sections: frozenset[str]
    skipped: frozenset[str]
    infos: frozenset[str]
    kept: frozenset[str]
    items: frozenset[str]
    joined: Mapping[str, str]
    around: Mapping[str, tuple[str, str]]
    titles: frozenset[str] = frozenset(["title"])
    names: frozenset[str] = frozenset(["title"])  # of the elements that name the one around them
    label: Callable[[Element], str | None] = field(default=lambda element: None)  # of a note
    numbering: Callable[[Element], Attributes] = field(default=lambda element: {})


def by_name(lines: Mapping[str, str]) -> dict[str, str]:
    """The HTML element for each name, from the names that each HTML element has."""
    return {name: tag for tag, line in lines.items() for name in line.split()}


def names(line: str) -> frozenset[str]:
    """The names in a line."""
    return frozenset(line.split())
