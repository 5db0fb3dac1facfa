"""The answer that is computed over the rows of a table, with the rows that show it."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from assay.steps.answer.citations import cite_entry
from assay.steps.columns.match import Meant
from assay.steps.columns.question import Operation
from assay.steps.columns.table import Row
from assay.text.places import name_of
from assay.types import Draft, Entry, Form, Strip

_MAX_TIES = 5
_MORE_DIGITS = 2  # of an average than its values have


def computed(operation: Operation, meant: Meant) -> Draft | None:
    """The answer and how it was computed; None where too many rows tie or one has no name."""
    rows = [*meant.rows]
    if operation is Operation.CELL:
        return _quoted(meant, rows[0])
    numbers = [*(meant.values.numbers if meant.values else ())]
    if operation is Operation.COUNT:
        kinds = {row.cells[meant.label] for row in rows if row.cells.get(meant.label)}
        said, how = str(len(kinds)), f"different entries of \u201c{meant.label}\u201d in"
        shown = _ends(rows)
    elif operation in (Operation.SUM, Operation.MEAN):
        kept = [number for number in numbers if number is not None]
        total = sum(kept, Decimal(0))
        result = total if operation is Operation.SUM else _mean(total, kept)
        said = meant.values.written(result) if meant.values else ""
        how = f"the {operation.value} of \u201c{meant.column}\u201d over"
        shown = _ends(rows)
    else:
        best = _best(operation, numbers)
        shown = [row for row, number in zip(rows, numbers, strict=True) if number == best]
        if len(shown) > _MAX_TIES or not all(meant.label in row.cells for row in shown):
            return None
        names = ", ".join(row.cells[meant.label] for row in shown)
        said = f"{names}: {shown[0].cells[meant.column]}"
        how = f"the {operation.value} \u201c{meant.column}\u201d of"
    counted = len(rows) - sum(number is None for number in numbers)
    text = f"{said} ({how} {_over(meant, counted)})"
    return _draft(text, shown, _notes(meant, numbers))


def _quoted(meant: Meant, row: Row) -> Draft:
    """One cell, with the names of its column and its row."""
    name = row.cells.get(meant.label) or meant.where[0][1]
    said = f"{row.cells[meant.column]} (\u201c{meant.column}\u201d of {name})"
    return _draft(said, [row], ())


def _best(operation: Operation, numbers: Sequence[Decimal | None]) -> Decimal:
    kept = [number for number in numbers if number is not None]
    return min(kept) if operation in (Operation.LEAST, Operation.EARLIEST) else max(kept)


def _mean(total: Decimal, kept: Sequence[Decimal]) -> Decimal:
    digits = max(-int(number.as_tuple().exponent) for number in kept)
    mean = (total / len(kept)).quantize(Decimal(1).scaleb(-max(0, digits) - _MORE_DIGITS))
    whole = mean == mean.to_integral_value()
    return mean.quantize(Decimal(1)) if whole else mean.normalize()


def _over(meant: Meant, rows: int) -> str:
    """How many rows of which table were looked at."""
    where = " and ".join(
        f"\u201c{column}\u201d is {value}" if column else f"it is about {value}"
        for column, value in meant.where
    )
    counted = f"{rows} rows" if rows != 1 else "1 row"
    name = name_of(meant.table.source) or meant.table.source.title
    return f"{counted} of {name}" + (f" where {where}" if where else "")


def _notes(meant: Meant, numbers: Sequence[Decimal | None]) -> tuple[str, ...]:
    missing = sum(number is None for number in numbers)
    notes = ["computed over the rows of a table, not read in one place"]
    if missing:
        notes.append(f"without a value in \u201c{meant.column}\u201d: {missing} rows, left out")
    if meant.table.sums:
        notes.append(f"rows of sums left out: {meant.table.sums}")
    return tuple(notes)


def _ends(rows: Sequence[Row]) -> list[Row]:
    """The first and the last of the rows."""
    return [rows[0], rows[-1]] if len(rows) > 1 else [*rows]


def _draft(text: str, shown: Sequence[Row], notes: tuple[str, ...]) -> Draft:
    entries = [Entry(r.passage, r.start, r.end, (r.start, r.end), 1.0) for r in shown]
    return Draft(
        text,
        tuple(cite_entry(entry, 0, len(text)) for entry in entries),
        notes=notes,
        form=Form.FACT,
        entries=tuple(entries),
        added=tuple(Strip(e.passage, e.start, e.end, e.score) for e in entries),
    )
