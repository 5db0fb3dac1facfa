"""The running text between the block tags of a page."""

from __future__ import annotations

_BREAK = "\u2028"


class Inline:
    """Collects text and gives it back with its white space as a browser shows it."""

    def __init__(self) -> None:
        """Begin without text."""
        self._parts: list[str] = []
        self.preformatted = 0
        self.anchor = ""  # the first id or name that stands inside the text

    def add(self, text: str | None) -> None:
        """More text."""
        if text:
            self._parts.append(text)

    def line_break(self) -> None:
        """A line break that shows."""
        self._parts.append("\n" if self.preformatted else _BREAK)

    def raise_next(self) -> None:
        """Mark a power, so that ten to the sixth is not read as 106."""
        if self._parts and self._parts[-1][-1:].isalnum():
            self._parts.append("^")

    @property
    def is_blank(self) -> bool:
        """True when nothing but white space was added."""
        return not any(part.strip() for part in self._parts)

    def take(self) -> str:
        """The text so far; the next one begins."""
        text = "".join(self._parts)
        self._parts.clear()
        if self.preformatted:
            return text
        lines = (" ".join(line.split()) for line in text.split(_BREAK))
        return "\n".join(line for line in lines if line)
