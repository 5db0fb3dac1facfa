"""The rows of a data file, whatever its form: JSON lines, JSON, tables; plain or gzipped."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pyarrow import ArrowException
from pyarrow.parquet import read_table

from assay.errors import InputError
from assay_documents.errors import UnreadableError
from assay_documents.read_limits import ReadLimits
from assay_documents.unpack import read_bytes

# A dataset is chosen by its user: larger than a document may be, but not endless.
LIMITS = ReadLimits(document_bytes=2 * 1024**3)
MAX_CELL = 2**31 - 1  # the most that every platform takes
NESTED = ("data", "Data")


@dataclass(frozen=True, slots=True)
class Row:
    """One record of a file; every complaint about it says where it stands."""

    values: dict[str, Any]
    number: int
    path: Path
    unit: str = "line"

    def has(self, *names: str) -> bool:
        """True when the row has all of the fields."""
        return all(name in self.values for name in names)

    def text(self, name: str) -> str:
        """A field that must be a text with something in it."""
        value = self.values.get(name)
        if isinstance(value, str) and value.strip():
            return value.strip()
        raise self.wrong(self._what(name, "a text"))

    def texts(self, name: str) -> tuple[str, ...]:
        """A field that must be a list of texts; a single text is a list of one."""
        value = self.values.get(name)
        value = [value] if isinstance(value, str) else value
        if isinstance(value, list) and all(isinstance(each, str) for each in value):
            return tuple(each.strip() for each in value if each.strip())
        raise self.wrong(self._what(name, "a list of texts"))

    def objects(self, name: str) -> list[dict[str, Any]]:
        """A field that must be a list of objects."""
        value = self.values.get(name)
        if isinstance(value, list) and all(isinstance(each, dict) for each in value):
            return value
        raise self.wrong(self._what(name, "a list of objects"))

    def inner(self, name: str) -> Row:
        """A field that must be an object, as a row of its own in the same place."""
        value = self.values.get(name)
        if isinstance(value, dict):
            return Row(value, self.number, self.path, self.unit)
        raise self.wrong(self._what(name, "an object"))

    def wrong(self, what: str) -> InputError:
        """The error that says what is wrong with this row."""
        return InputError(
            f"{self.path}, {self.unit} {self.number}: {what}",
            hint="`assay bench list` shows the form of each task",
        )

    def _what(self, name: str, wanted: str) -> str:
        if name not in self.values:
            return f"the field '{name}' is missing"
        return f"the field '{name}' is not {wanted}: {self.values[name]!r:.60}"


def read_rows(path: Path) -> list[Row]:
    """All rows of the file; a malformed one is an error with its line number."""
    if not path.is_file():
        raise InputError(f"there is no file {path}", hint="check --data")
    try:
        if path.suffix.lower() == ".parquet":
            rows = _parquet(path)
        else:
            rows = list(_rows(path, read_bytes(path, LIMITS).decode("utf-8-sig")))
    except UnreadableError as error:
        raise InputError(f"{path} {error}") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not UTF-8 text: {error}") from error
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}") from error
    if not rows:
        raise InputError(f"{path} holds no rows", hint="check --data")
    return rows


def _parquet(path: Path) -> list[Row]:
    """The rows of a column file, as dataset hubs give them."""
    try:
        table = read_table(path, memory_map=True)
    except ArrowException as error:
        raise InputError(f"{path} is not a Parquet file: {error}") from error
    return [Row(values, number, path, "row") for number, values in enumerate(table.to_pylist(), 1)]


def _rows(path: Path, text: str) -> Iterator[Row]:
    kind = path.name.removesuffix(".gz").rpartition(".")[2].lower()
    if kind in ("tsv", "csv"):
        yield from _table(path, text, "\t" if kind == "tsv" else ",")
    elif kind == "txt":
        lines = ((n, line.strip()) for n, line in enumerate(text.splitlines(), 1))
        yield from (Row({"line": line}, n, path) for n, line in lines if line)
    elif (whole := _whole_json(text)) is not None:
        for number, value in enumerate(whole, 1):
            yield _row(value, number, path, "item")
    else:
        for number, line in enumerate(text.split("\n"), 1):
            if line.strip():
                yield _row(_parsed(line, number, path), number, path, "line")


def _whole_json(text: str) -> list[Any] | None:
    """The items of a file that is one JSON value; None when it is JSON lines."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if isinstance(value, dict):
        nested = next((value[n] for n in NESTED if isinstance(value.get(n), list)), None)
        return [value] if nested is None else nested
    return value if isinstance(value, list) else None


def _parsed(line: str, number: int, path: Path) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InputError(
            f"{path}, line {number} is not JSON: {error}", hint="correct or remove the line"
        ) from error


def _row(value: object, number: int, path: Path, unit: str) -> Row:
    if isinstance(value, dict):
        return Row(value, number, path, unit)
    raise InputError(f"{path}, {unit} {number} is not a JSON object")


def _table(path: Path, text: str, comma: str) -> Iterator[Row]:
    csv.field_size_limit(MAX_CELL)
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=comma)
    try:
        for values in reader:
            if None in values or None in values.values():
                raise InputError(
                    f"{path}, line {reader.line_num} has another number of columns"
                    f" than the {len(reader.fieldnames or [])} of the first line"
                )
            yield Row(values, reader.line_num, path)
    except csv.Error as error:
        raise InputError(f"{path}, line {reader.line_num} is not a table row: {error}") from error
