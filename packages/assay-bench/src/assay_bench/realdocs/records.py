"""What came of each question, kept as JSON lines while a run goes on."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from assay.errors import StorageError
from assay_bench.realdocs.judge import Outcome

NAME = "records.jsonl"


@dataclass(frozen=True, slots=True)
class Record:
    """One question: where its evidence was found, what was displayed, what it was worth.

    `in_index` says that the passages of the index hold the evidence; `retrieved` and `scored` are
    how many passages, in the order of the retriever and of the scorer, are needed to see it, None
    where it is not among them. The same with `_in_file` counts only files that the question names.
    `run` tells the question, the settings and the index apart from changed ones.
    """

    id: str
    corpus: str
    kind: str
    unanswerable: bool
    in_index: bool
    in_index_in_file: bool
    retrieved: int | None
    retrieved_in_file: int | None
    scored: int | None
    scored_in_file: int | None
    shown: bool
    outcome: str
    question: str
    text: str
    quotes: tuple[str, ...]
    reason: str
    verdict: str
    confidence: float | None
    run: str = ""
    seconds: float = 0.0

    @property
    def right(self) -> bool:
        """True when the person who asked got the whole right answer."""
        return self.outcome == Outcome.RIGHT

    @property
    def refused(self) -> bool:
        """True when no answer was given."""
        return self.outcome == Outcome.REFUSED


class RecordFile:
    """Appends records to a file of a run's folder, and knows those of an interrupted run."""

    def __init__(self, folder: Path) -> None:
        """Read what is there; lines that are no records are passed over and asked again."""
        self._path = folder / NAME
        self._known: dict[tuple[str, str], Record] = {}
        try:
            folder.mkdir(parents=True, exist_ok=True)
            lines = self._path.read_bytes().splitlines() if self._path.is_file() else []
        except OSError as error:
            raise _refused(self._path, error) from error
        for line in lines:
            record = _record(line)
            if record is not None:
                self._known[record.id, record.run] = record
        self._torn = bool(lines) and not self._path.read_bytes().endswith(b"\n")

    def known(self, id: str, run: str) -> Record | None:
        """The record of a question of the same run, where there is one."""
        return self._known.get((id, run))

    def add(self, record: Record) -> None:
        """Append one record; it is on its way to the disk when this returns."""
        line = json.dumps(asdict(record)).encode() + b"\n"
        try:
            with self._path.open("ab") as stream:
                stream.write(b"\n" + line if self._torn else line)
        except OSError as error:
            raise _refused(self._path, error) from error
        self._torn = False


def _record(line: bytes) -> Record | None:
    try:
        row = json.loads(line)
        return Record(**{**row, "quotes": tuple(row["quotes"])})
    except (ValueError, TypeError, KeyError, RecursionError):
        return None


def _refused(path: Path, error: OSError) -> StorageError:
    return StorageError(
        f"cannot write {path}: {error.strerror}",
        hint="check space and permissions; run the same command again to carry on",
    )
