"""The tables of a document as rows of cells, put together from its passages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from assay.steps.columns.values import values_of
from assay.types import BlockKind, BlockSpan, Passage

MIN_ROWS = 3
MIN_COLUMNS = 2
_MIN_SHARE = 0.5  # of the rows that have a name, from which on it is the name of a column
_SUMS = re.compile(
    r"(?:.*: )?(?:grand |sub-?|overall )?(?:total|sum|average|mean|median|all|overall)s?\b"
    r"(?P<of>.*)",
    re.IGNORECASE,
)
_Part = tuple[str, str, str]
_MAX_NAMES = 20  # rows called "Total ..." that sum nothing; where so many are, so are all others


@dataclass(frozen=True, slots=True)
class Row:
    """A row with its cells by the name of their column, and where it stands."""

    cells: Mapping[str, str]
    passage: Passage
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Table:
    """A table: the names of its columns in their order, its rows, and how many only sum others."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    sums: int
    named: str  # what it stands under: headings, title and file
    source: Passage

    @property
    def label(self) -> str:
        """The column that names the rows."""
        return self.columns[0]


def tables_of(passages: Iterable[Passage]) -> list[Table]:
    """The tables with named columns among all passages of a document, each row once."""
    runs: list[list[tuple[Passage, BlockSpan]]] = []
    beyond, group = 0, None
    for passage in sorted(passages, key=lambda each: each.start):
        for block in passage.blocks:
            if block.kind is not BlockKind.ROW:
                group = None
                continue
            if passage.start + block.start < beyond:
                continue  # two passages may have the same row
            beyond = passage.start + block.end
            here = (block.group, passage.headings)
            if here != group:
                runs.append([])
            runs[-1].append((passage, block))
            group = here
    return [table for run in runs if (table := _table(run)) is not None]


def _table(run: Sequence[tuple[Passage, BlockSpan]]) -> Table | None:
    said = [_parts(passage.text[block.start : block.end].strip()) for passage, block in run]
    columns, ambiguous = _columns(said)
    if len(columns) < MIN_COLUMNS:
        return None
    rows = [
        Row(cells, passage, block.start, block.end)
        for parts, (passage, block) in zip(said, run, strict=True)
        if len(cells := _cells(parts, columns, ambiguous)) >= MIN_COLUMNS
    ]
    sums = _sums(rows)
    if len(rows) - len(sums) < MIN_ROWS:
        return None
    first = run[0][0]
    kept = tuple(row for at, row in enumerate(rows) if at not in sums)
    return Table(columns, kept, len(sums), " ".join([*first.headings, first.title]), first)


def _sums(rows: Sequence[Row]) -> set[int]:
    """The rows that only sum others: "Total", and "Total North" where a number of it is that.

    "Total Recall" is a film.
    """
    sums: set[int] = set()
    start = names = 0
    for at, row in enumerate(rows):
        found = _SUMS.match(next(iter(row.cells.values())))
        if found is None:
            continue
        may_be_name = found["of"].lstrip()[:1].isupper()
        if not may_be_name or (names < _MAX_NAMES and _adds_up(row, rows[start:at])):
            sums.add(at)
            start = at + 1
        else:
            names += 1
    return sums


def _adds_up(row: Row, above: Sequence[Row]) -> bool:
    """True when a number of the row is the sum or the mean of those above it."""
    for column, cell in row.cells.items():
        own, others = values_of([cell]), values_of([each.cells.get(column, "") for each in above])
        if own is None or others is None or own.dated or own.numbers[0] is None:
            continue
        kept = [number for number in others.numbers if number is not None]
        total = sum(kept, Decimal(0))
        mean = (total / len(kept)).quantize(own.numbers[0])
        if len(kept) > 1 and own.numbers[0] in (total, mean):
            return True
    return False


def _columns(rows: Sequence[Sequence[_Part]]) -> tuple[tuple[str, ...], frozenset[str]]:
    """The names that most rows say, in the order in which a row says them, and the ambiguous ones.

    Ambiguous is what a row says twice: "Budget" below 2022 and below 2023. Where rows begin with a
    cell without a name, the first column is called "".
    """
    counts: Counter[str] = Counter()
    places: dict[str, list[int]] = {}
    twice: set[str] = set()
    for parts in rows:
        said = Counter(name for name, colon, _ in parts if colon)
        twice |= {name for name, count in said.items() if count > 1}
        for place, name in enumerate(said):
            counts[name] += 1
            places.setdefault(name, []).append(place)
    usual = [name for name, count in counts.items() if count >= _MIN_SHARE * len(rows)]
    names = sorted(usual, key=lambda name: (max(places[name]), sum(places[name])))
    nameless = sum(not colon or name not in usual for (name, colon, _), *_ in rows)
    label = [""] if nameless > _MIN_SHARE * len(rows) else []
    return tuple(label + [name for name in names if name not in twice]), frozenset(twice)


def _parts(text: str) -> list[_Part]:
    """The parts of a row: a name, a colon and a cell, or a text alone."""
    return [part.partition(": ") for part in text.split("; ")]


def _cells(
    parts: Sequence[_Part], columns: Sequence[str], ambiguous: frozenset[str]
) -> dict[str, str]:
    """The cells of a row; what begins with no name of a column belongs to the cell before it."""
    cells: dict[str, str] = {}
    last: str | None = "" if "" in columns else None
    for name, colon, value in parts:
        if colon and name in ambiguous:
            last = None
        elif colon and name in columns and name not in cells:
            cells[name] = value
            last = name
        elif last is not None:
            cells[last] = "; ".join(filter(None, (cells.get(last), f"{name}{colon}{value}")))
    return cells
