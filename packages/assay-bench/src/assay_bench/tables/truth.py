"""A table whose content is known: its names, its rows, and what stands around it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Name:
    """A cell that names columns: one, or several that it stands above."""

    text: str
    columns: int = 1


@dataclass(frozen=True, slots=True)
class KnownTable:
    """Rows of names above rows of cells; the first `labels` cells of a row name the row.

    `sections` are titles inside the table, each by the number of the row that it stands above.
    """

    title: str
    heads: tuple[tuple[Name, ...], ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""
    unit: str = ""
    labels: int = 1
    notes: tuple[str, ...] = ()
    sections: tuple[tuple[int, str], ...] = ()

    @property
    def width(self) -> int:
        """The number of columns."""
        return sum(name.columns for name in self.heads[0])

    def names(self, column: int) -> tuple[str, ...]:
        """All names that stand above a column, from the top."""
        found = []
        for head in self.heads:
            at = 0
            for name in head:
                if at <= column < at + name.columns and name.text:
                    found.append(name.text)
                at += name.columns
        return tuple(found)

    def section(self, row: int) -> str:
        """The title inside the table that a row stands below."""
        above = [title for at, title in self.sections if at <= row]
        return above[-1] if above else ""
