"""HTML in which nothing is markup by accident: every text is escaped unless made here."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape

_UNSEEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\u202a-\u202e\u2066-\u2069]")

_VOID = {"input", "meta"}


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


Child = str | Iterable["Child"] | None


def tag(element: str, /, *children: Child, **attributes: str | bool | None) -> Markup:
    """An element; texts inside it and its attributes are escaped.

    A trailing or inner underscore of an attribute's name becomes a hyphen or goes: `class_`,
    `data_right`. True gives an attribute without a value, None and False give none.
    """
    given = "".join(
        f" {key.rstrip('_').replace('_', '-')}" + ("" if value is True else f'="{escaped(value)}"')
        for key, value in attributes.items()
        if value is not None and value is not False
    )
    closed = "" if element in _VOID else f"{join(children)}</{element}>"
    return Markup(f"<{element}{given}>{closed}")


def join(children: Child) -> Markup:
    """Everything one after the other, escaped where it is not markup."""
    if children is None:
        return Markup()
    if isinstance(children, Markup):
        return children
    if isinstance(children, str):
        return Markup(escaped(children))
    return Markup("".join(join(child) for child in children))


def escaped(text: object) -> str:
    """Escaped, and without what a browser would not show but might act on."""
    return escape(_UNSEEN.sub("\ufffd", str(text)), quote=True)
