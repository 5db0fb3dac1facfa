"""The folder of a run: what was asked for, its cases, and its records as they come."""

from __future__ import annotations

import json
from contextlib import ExitStack, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self, cast

from filelock import FileLock, Timeout

from assay.bench.case import Case
from assay.bench.case_json import case_from_json, case_to_json
from assay.bench.record import Record, record_line, record_of_line
from assay.errors import InputError, StorageError

RUN, CASES, RECORDS = "run.json", "cases.jsonl", "records.jsonl"
LONGEST_LINE = 256 * 1024 * 1024


class RunFolder:
    """Appends records to a folder and knows which are there; a torn last line is dropped."""

    def __init__(self, path: Path) -> None:
        """Remember where the folder is; it is made on entering the block."""
        self.path = path
        self.records: dict[tuple[str, str], Record] = {}
        self._stream: BinaryIO | None = None
        self._lock = FileLock(path / ".lock")

    def __enter__(self) -> Self:
        """Open the records and learn what is done."""
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            place = self.path / RECORDS
            with ExitStack() as on_error:
                on_error.enter_context(self._lock.acquire(blocking=False))
                mode = "r+b" if place.exists() else "w+b"
                stream = cast(BinaryIO, on_error.enter_context(place.open(mode)))
                stream.seek(self._read_done(stream))
                stream.truncate()
                on_error.pop_all()
        except Timeout as busy:
            raise InputError(
                f"another process is running in {self.path}",
                hint="wait for it, or use another --out",
            ) from busy
        except OSError as error:
            raise _refused(self.path, error) from error
        self._stream = stream
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the records; what was added is in them."""
        self._lock.release()
        if self._stream is not None:
            with suppress(OSError):  # a full disk was reported by the write that met it
                self._stream.close()

    def describe(self, run: dict[str, Any], cases: tuple[Case, ...]) -> None:
        """Write down what is run, or refuse if the folder holds another run.

        Systems may be added to a run; those that are there must be the same.
        """
        place = self.path / RUN
        if place.exists():
            before = _read_json(place)
            changed = _changes(before, run)
            if changed:
                raise InputError(
                    f"{self.path} holds another run: {changed} changed",
                    hint="name another folder with --out, or run with what run.json there says",
                )
            run = {**run, "systems": {**before["systems"], **run["systems"]}}
        elif self.records:
            raise InputError(
                f"{self.path} holds records but no {RUN}", hint="name another folder with --out"
            )
        lines = "".join(json.dumps(case_to_json(case)) + "\n" for case in cases)
        try:
            _replace(self.path / CASES, lines)
            _replace(place, json.dumps(run, indent=2) + "\n")
        except OSError as error:
            raise _refused(self.path, error) from error

    def add(self, record: Record) -> None:
        """Append one record and hand it to the operating system at once."""
        assert self._stream is not None, "used outside its block"
        try:
            self._stream.write(record_line(record))
            self._stream.flush()
        except OSError as error:
            raise _refused(self.path, error) from error
        self.records[record.case, record.strategy] = record

    def _read_done(self, stream: BinaryIO) -> int:
        end = 0
        for number, line in enumerate(iter(lambda: stream.readline(LONGEST_LINE), b""), 1):
            if not line.endswith(b"\n"):
                break  # torn by a kill: its question is asked again
            record = _record(line, number, self.path / RECORDS)
            self.records[record.case, record.strategy] = record
            end += len(line)
        return end


def read_run(path: Path) -> dict[str, Any]:
    """What the folder of a run says of itself."""
    place = path / RUN
    if not place.is_file():
        raise InputError(f"{path} is not the folder of a run", hint=f"it has no {RUN}")
    return _read_json(place)


def read_cases(path: Path) -> dict[str, Case]:
    """The cases of a run by id, in their order."""
    place = path / CASES
    if not place.is_file():
        raise InputError(f"{path} is not the folder of a run", hint=f"it has no {CASES}")
    with place.open("rb") as lines:
        cases = [case_from_json(json.loads(line)) for line in lines]
    return {case.id: case for case in cases}


def read_records(path: Path) -> list[Record]:
    """All records of a run in the order of the file; a torn last line is passed over."""
    place = path / RECORDS
    if not place.is_file():
        raise InputError(f"{path} is not the folder of a run", hint=f"it has no {RECORDS}")
    with place.open("rb") as lines:
        return [
            _record(line, number, place)
            for number, line in enumerate(lines, 1)
            if line.endswith(b"\n")
        ]


def _changes(before: dict[str, Any], now: dict[str, Any]) -> str:
    """What of an earlier run is different now, in words; empty when nothing is."""
    changed = [key for key in ("assay", "task", "cases", "seed") if before.get(key) != now[key]]
    for name in before["systems"].keys() & now["systems"].keys():
        old, new = before["systems"][name], now["systems"][name]
        changed += [
            f"{name}: {key}"
            for key in sorted(old.keys() | new.keys())
            if old.get(key) != new.get(key)
        ]
    return ", ".join(changed)


def _record(line: bytes, number: int, place: Path) -> Record:
    try:
        return record_of_line(line)
    except ValueError as error:
        raise InputError(
            f"line {number} of {place} is not a record of a run",
            hint="name another folder with --out; this one is left as it is",
        ) from error


def _replace(place: Path, text: str) -> None:
    """The file as a whole or not at all, whenever the process is killed."""
    part = place.with_name(f"{place.name}.part")
    part.write_text(text, "utf-8")
    part.replace(place)


def _read_json(place: Path) -> dict[str, Any]:
    try:
        return cast(dict[str, Any], json.loads(place.read_text("utf-8")))
    except ValueError as error:
        raise InputError(f"{place} is not JSON: {error}") from error


def _refused(path: Path, error: OSError) -> StorageError:
    return StorageError(
        f"cannot write {path}: {error.strerror}",
        hint="check space and permissions; run the same command again to carry on",
    )
