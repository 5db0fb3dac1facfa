"""The folder of a run: what was asked for, its cases, and its records as they come."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Any, Self, cast

from pydantic import ValidationError

from assay.errors import InputError, StorageError
from assay.json_lines import JsonLines
from assay_bench.case import Case
from assay_bench.case_json import case_from_json, case_to_json
from assay_bench.runs.record import Record, record_of_row
from assay_bench.stored_forms import RunForm

RUN, CASES, RECORDS = "run.json", "cases.jsonl", "records.jsonl"


class RunFolder:
    """Appends records to a folder and knows which are there; one process at a time."""

    def __init__(self, path: Path) -> None:
        """Keep where the folder is; it is made on entering the block."""
        self.path = path
        self._lines = _lines(path)

    @property
    def records(self) -> Mapping[tuple[str, str], Record]:
        """The records by case and system."""
        return self._lines.known

    def __enter__(self) -> Self:
        """Open the records and learn what is done."""
        self._lines.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Let go of the records; what was added is in them."""
        self._lines.__exit__(kind, error, trace)

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
            # What was answered first is as old as the run: a later call must not make it young.
            run["made"] = before.get("made", {})
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
        """Append one record."""
        self._lines.add(asdict(record))


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
    cases = {}
    with place.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            try:
                case = case_from_json(json.loads(line))
            except (ValueError, RecursionError) as error:
                raise InputError(f"line {number} of {place} is not a case of a run") from error
            cases[case.id] = case
    return cases


def read_records(path: Path) -> list[Record]:
    """All records of a run in the order of the file; a torn last line is passed over."""
    place = path / RECORDS
    if not place.is_file():
        raise InputError(f"{path} is not the folder of a run", hint=f"it has no {RECORDS}")
    return list(_lines(path).load().known.values())


def _lines(path: Path) -> JsonLines[tuple[str, str], Record]:
    return JsonLines(path / RECORDS, record_of_row, what="a record of a run", start=b'{"strategy":')


def read_whole(path: Path) -> tuple[dict[str, Any], dict[str, Case], list[Record]]:
    """What was run, its cases and its records, which fit together."""
    run, cases, records = read_run(path), read_cases(path), read_records(path)
    if lost := next((r.case for r in records if r.case not in cases), None):
        raise InputError(
            f"{path / RECORDS} has a record of '{lost}', which is no case of {CASES}",
            hint="one of the two files was changed",
        )
    return run, cases, records


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


def _replace(place: Path, text: str) -> None:
    """The file as a whole or not at all, whenever the process is killed."""
    part = place.with_name(f"{place.name}.part")
    part.write_text(text, "utf-8")
    part.replace(place)


def _read_json(place: Path) -> dict[str, Any]:
    try:
        value = json.loads(place.read_text("utf-8"))
        usual = RunForm.model_validate(value).model_dump()
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"]))
        raise InputError(f"{place} does not describe a run: {where} {first['msg']}") from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"{place} is not JSON: {error}") from error
    return {**usual, **cast(dict[str, Any], value)}


def _refused(path: Path, error: OSError) -> StorageError:
    return StorageError(
        f"cannot write {path}: {error.strerror}",
        hint="check space and permissions; run the same command again to carry on",
    )
