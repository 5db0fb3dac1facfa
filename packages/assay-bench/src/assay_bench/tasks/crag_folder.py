"""The folder that CRAG's own code reads: `sources` and `ref/`, line beside line."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from assay.errors import InputError
from assay.types import Page, Passage
from assay_bench.case import AnswerKind, Case
from assay_bench.tasks.closed import CLAIM
from assay_bench.tasks.form import Folder
from assay_bench.tasks.questions import POPQA, SIMPLE
from assay_bench.tasks.rows import Row, read_rows

INTERNAL, EXTERNAL = "ref/correct", "ref/incorrect"
ANSWERS = (POPQA, SIMPLE, CLAIM)


def crag_folder(folder: Path) -> Folder | None:
    """Questions with refined internal and external knowledge; answers from a jsonl beside them."""
    if not (folder / "sources").is_file():
        return None
    asked = _lines(folder / "sources")
    internal, external = _beside(folder, INTERNAL, asked), _beside(folder, EXTERNAL, asked)
    cases = [
        Case(str(number), question, internal=_passage(inside), external=_page(outside))
        for number, (question, inside, outside) in enumerate(
            zip(asked, internal, external, strict=True), 1
        )
    ]
    answers = sorted([*folder.glob("*.jsonl"), *folder.glob("*.jsonl.gz")])
    if answers:
        cases = _answered(cases, read_rows(answers[0]), folder)
    return Folder(tuple(cases))


def _answered(cases: list[Case], rows: list[Row], folder: Path) -> list[Case]:
    if len(rows) != len(cases):
        raise InputError(
            f"{rows[0].path} has {len(rows)} rows, {folder / 'sources'} {len(cases)} lines",
            hint="the answers stand in the order of the questions",
        )
    found = []
    for case, row in zip(cases, rows, strict=True):
        layout = next((each for each in ANSWERS if row.has(*each.needs)), None)
        known = next(iter(layout.read(row)), None) if layout else None
        if known is None or not known.judged:
            raise row.wrong("there is no right answer in the row")
        if known.kind is not AnswerKind.TRUE_FALSE and known.question not in case.question:
            raise row.wrong(f"the question is not that of line {case.id} of sources")
        found.append(replace(case, answers=known.answers, kind=known.kind, meta=known.meta))
    return found


def _beside(folder: Path, name: str, asked: list[str]) -> list[str]:
    lines = _lines(folder / name)
    if len(lines) != len(asked):
        raise InputError(
            f"{folder / name} has {len(lines)} lines, {folder / 'sources'} has {len(asked)}",
            hint="the files of CRAG's layout stand line beside line",
        )
    return lines


def _lines(path: Path) -> list[str]:
    if not path.is_file():
        raise InputError(f"there is no file {path}", hint="CRAG's layout needs it beside sources")
    try:
        return path.read_text("utf-8").removesuffix("\n").split("\n")
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not UTF-8 text: {error}") from error


def _passage(text: str) -> tuple[Passage, ...]:
    return (Passage("p0", text, source="p0", document="p0"),) if text.strip() else ()


def _page(text: str) -> tuple[Page, ...]:
    return (Page("recorded:0", "", text),) if text.strip() else ()
