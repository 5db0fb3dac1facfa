"""Text with styles, put together without rich, which only a terminal needs to draw them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from rich.text import Text


class Span(NamedTuple):
    """Where a style holds."""

    start: int
    end: int
    style: str


class Styled:
    """A text that grows; its own style holds for all of it, as in rich."""

    def __init__(self, plain: str = "", style: str = "") -> None:
        """Begin with some words."""
        self.plain, self.style = plain, style
        self.spans: list[Span] = []

    @classmethod
    def assembled(cls, *parts: str | tuple[str, str] | Styled) -> Styled:
        """One text of words, words with a style, and texts."""
        whole = cls()
        for part in parts:
            if isinstance(part, Styled):
                whole.append_text(part)
            else:
                whole.append(*((part,) if isinstance(part, str) else part))
        return whole

    def append(self, words: str, style: str = "") -> Styled:
        """Add words."""
        return self.append_text(Styled(words, style))

    def append_text(self, other: Styled) -> Styled:
        """Add a text with its styles."""
        at = len(self.plain)
        self.plain += other.plain
        self.stylize(other.style, at, len(self.plain))
        for start, end, style in other.spans:
            self.stylize(style, at + start, at + end)
        return self

    def stylize(self, style: str, start: int, end: int) -> None:
        """Let a style hold between two characters."""
        if style and start < end:
            self.spans.append(Span(start, end, style))

    def highlight(self, words: str, style: str) -> None:
        """Let a style hold wherever the words stand."""
        for found in re.finditer(re.escape(words), self.plain):
            self.stylize(style, *found.span())

    def indented(self, margin: str) -> Styled:
        """The same with a margin, which has no style, before every line but the first."""
        moved, at = Styled(style=self.style), 0
        for number, line in enumerate(self.plain.removesuffix("\n").split("\n")):
            part = Styled(line)
            for start, end, style in self.spans:
                part.stylize(style, max(0, start - at), min(len(line), end - at))
            moved.append(f"\n{margin}" if number else "").append_text(part)
            at += len(line) + 1
        return moved

    def __rich__(self) -> Text:
        from rich.text import Span as Drawn
        from rich.text import Text

        return Text(self.plain, self.style, spans=[Drawn(*span) for span in self.spans])
