"""Which column of a table, and which of its rows, the words of a question mean."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from assay.steps.columns.question import GENERAL, ColumnQuestion, Operation
from assay.steps.columns.table import Row, Table
from assay.steps.columns.values import Values, is_missing, values_of
from assay.text.overlap import content_stems
from assay.text.places import name_of
from assay.text.quantities import same_quantities
from assay.text.stemmer import stem_of
from assay.text.stop_words import FUNCTION_WORDS
from assay.types import BlockKind, Passage

_WORD = re.compile(r"[^\W_]+")
_UNIT = re.compile(r"\(([^()]*)\)\s*$")
_SPELT = re.compile(r"\sin\s[^\d()]{1,30}$")  # "depth in metres"
_MIN_COVERED = 0.5  # share of the words of a column's name that the question must have
_MAX_VALUE = 60  # characters of a cell that a question may name
_DATED = (Operation.EARLIEST, Operation.LATEST)
_YES = frozenset(("yes", "true", "y"))
_DECIDED = _YES | {"no", "false", "n"}


@dataclass(frozen=True, slots=True)
class Meant:
    """What a question means in a table: rows, the column that names them, and that of values.

    `where` are the cells that the rows were chosen by, as column and value.
    """

    table: Table
    rows: tuple[Row, ...]
    label: str
    column: str
    values: Values | None
    where: tuple[tuple[str, str], ...]


def meant(question: ColumnQuestion, table: Table) -> Meant | None:
    """What the question means in the table, if every one of its words names a part of it."""
    if question.restricted:
        return None
    rows, where = _chosen(question, table)
    if not rows:
        return None
    chosen = {column for column, _ in where}
    known = {stem for column, value in where for stem in content_stems(f"{column} {value}")}
    known |= content_stems(f"{table.named} {name_of(table.source)}")
    column, values = "", None
    if question.operation is Operation.CELL:
        column = _named_column(question, table, chosen) if len(rows) == 1 else ""
        if not column or is_missing(rows[0].cells.get(column, "")):
            return None
        known |= content_stems(column)
    elif question.operation is not Operation.COUNT:
        found = _column(question, table, rows, chosen)
        if found is None:
            return None
        column, values = found
        known |= content_stems(column)
    label = _label(question, table, {*chosen, column})
    known |= content_stems(label)
    left = [word for word in question.words if stem_of(word) not in known]
    left = [w for w in left if w.casefold() not in GENERAL and not _is_unit(w, column, question)]
    verbs = [word for word in left if stem_of(word) in question.verbs]
    if len(left) > len(verbs) or len(verbs) > 1 or not _names_label(question, table, label, where):
        return None
    return Meant(table, rows, label, column, values, where)


def names_a_row(question: ColumnQuestion, passage: Passage) -> bool:
    """True when the question has the name of a row of the passage: what its first cell says."""
    said = f" {_stemmed(question.text)} "
    rows = (block for block in passage.blocks if block.kind is BlockKind.ROW)
    firsts = (passage.text[row.start : row.end].partition("; ")[0] for row in rows)
    values = (first.partition(": ")[2] for first in firsts)
    return any((words := _plain(each)) and f" {words} " in said for each in values)


def _chosen(
    question: ColumnQuestion, table: Table
) -> tuple[tuple[Row, ...], tuple[tuple[str, str], ...]]:
    """The rows of which the question names a value that they have, and these values.

    A column of yes and no is named by itself: "planets with rings".
    """
    said = f" {_stemmed(question.text)} "
    where: list[tuple[str, str]] = []
    rows: Sequence[Row] = table.rows
    for column in table.columns:
        own = {row.cells[column] for row in table.rows if row.cells.get(column)}
        if {each.casefold() for each in own} <= _DECIDED:
            named = {e for e in own if e.casefold() in _YES} if _says(question, column) else set()
        else:
            plain = {each: _plain(each) for each in own if len(each) <= _MAX_VALUE}
            there = {words for words in plain.values() if words and f" {words} " in said}
            longest = max(map(len, there), default=0)
            named = {e for e, words in plain.items() if words in there and len(words) == longest}
        if named:
            rows = [row for row in rows if row.cells.get(column) in named]
            where.append((column, min(named)))
    return tuple(rows), tuple(where)


def _stemmed(text: str) -> str:
    return " ".join(map(stem_of, _WORD.findall(text)))


def _plain(cell: str) -> str:
    """The words of a cell that a question may say; nothing for a word of grammar or a number.

    A year is a name: "in 2019".
    """
    words = _stemmed(cell)
    few = words.isdigit() and len(words) < 4  # noqa: PLR2004 - the digits of a year
    return "" if few or words in FUNCTION_WORDS else words


def _says(question: ColumnQuestion, column: str) -> bool:
    own = content_stems(column)
    return bool(own) and own <= {stem_of(word) for word in question.words}


def _column(
    question: ColumnQuestion, table: Table, rows: Sequence[Row], chosen: set[str]
) -> tuple[str, Values] | None:
    """The one column of numbers that the question names best, or the only one of dates."""
    said = {stem_of(word) for word in question.words}
    ranked: list[tuple[float, int, str, Values]] = []
    for column in table.columns:
        values = values_of([row.cells.get(column, "") for row in rows])
        if column in chosen or values is None or _cannot(question.operation, values):
            continue
        own = _bare(column)
        covered = len(own & said) / max(1, len(own))
        ranked.append((covered, len(own & said), column, values))
    ranked.sort(key=lambda each: each[:2], reverse=True)
    if question.operation in _DATED and len(ranked) == 1:
        return ranked[0][2:]
    if not ranked or ranked[0][0] < _MIN_COVERED:
        return None
    if len(ranked) > 1 and ranked[1][:2] == ranked[0][:2]:
        return None
    return ranked[0][2:]


def _named_column(question: ColumnQuestion, table: Table, chosen: set[str]) -> str:
    """The column of whose name the question has all words, the longest; none where two are."""
    said = {stem_of(word) for word in question.words}
    own = {column: _bare(column) for column in table.columns if column not in chosen}
    whole = [column for column, words in own.items() if words and words <= said]
    longest = max((len(own[column]) for column in whole), default=0)
    found = [column for column in whole if len(own[column]) == longest]
    return found[0] if len(found) == 1 else ""


def _bare(column: str) -> frozenset[str]:
    """The words of a column's name without its unit, where there are others."""
    return content_stems(_SPELT.sub("", _UNIT.sub("", column).strip())) or content_stems(column)


def _cannot(operation: Operation, values: Values) -> bool:
    """True where the operation means nothing for such values: a sum of years, the first price."""
    if operation in (Operation.SUM, Operation.MEAN):
        return values.dated
    return operation in _DATED and not values.dated


def _label(question: ColumnQuestion, table: Table, taken: set[str]) -> str:
    """The column of what the question asks for, else the first."""
    named = [c for c in table.columns if c not in taken and _says(question, c)]
    return named[0] if named else table.label


def _names_label(
    question: ColumnQuestion, table: Table, label: str, where: Sequence[tuple[str, str]]
) -> bool:
    """True where each row has its own label; what is counted must be called as in the table."""
    if question.operation is Operation.CELL:
        return True
    own = [row.cells.get(label, "") for row in table.rows]
    if question.operation is Operation.COUNT:
        # "How many ships does Dover have?" asks for what a row says.
        if any(column == table.label for column, _ in where) or values_of(own) is not None:
            return False
        values = " ".join(value for _, value in where)
        thing = content_stems(f"{label} {table.named} {name_of(table.source)} {values}")
        return any(stem_of(word) in thing for word in question.words)
    return len(set(own)) == len(own)


def _is_unit(word: str, column: str, question: ColumnQuestion) -> bool:
    """True for "tonnes" where a column says "(t)", and for "how many hectares" beside "(ha)".

    A unit that is not known is spelt out by a word with its letters in their order.
    """
    unit = _UNIT.search(column)
    letters = "".join(filter(str.isalpha, unit[1])).casefold() if unit else ""
    if same_quantities(f"1 {letters}", f"1 {letters}"):
        return same_quantities(f"1 {letters}", f"1 {word}") is True
    asked = re.search(rf"\bhow (?:many|much) {word}\b|\bin {word}$", question.text, re.IGNORECASE)
    if asked is None or not letters or not word.startswith(letters[0]):
        return False
    rest = iter(word)
    return all(letter in rest for letter in letters)
