"""Questions with right answers and, where known, judged passages: what training data is made of."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from assay.errors import InputError
from assay.types import Passage
from assay_tuning.read_labels import first_fault, opened

MAX_LINE = 16 * 1024 * 1024
_HINT = 'a line looks like {"id": "1", "question": "Who ...?", "answers": ["..."]}'


class GivenPassage(BaseModel):
    """A passage somebody found; `label` is 1 if it answers the question, 0 if not."""

    model_config = ConfigDict(frozen=True, strict=True)

    text: str
    title: str = ""
    label: int | None = None


class Line(BaseModel):
    """One line of a file; fields that we do not know are left alone."""

    model_config = ConfigDict(frozen=True, strict=True)

    id: str | int
    question: str = Field(min_length=1)
    answers: list[str]
    passages: list[GivenPassage] = Field(default=[], max_length=1000)


@dataclass(frozen=True, slots=True)
class Judged:
    """A passage and whether it is known to answer the question; None where nobody said."""

    passage: Passage
    answers: bool | None


@dataclass(frozen=True, slots=True)
class QaItem:
    """A question, every answer that is right, and its passages; no answers: none is known."""

    id: str
    question: str
    answers: tuple[str, ...]
    passages: tuple[Judged, ...] = ()


@dataclass(frozen=True, slots=True)
class ItemsRead:
    """The items of some files, and what in them could not be used, one line each."""

    items: tuple[QaItem, ...]
    problems: tuple[str, ...]


def read_items(paths: Sequence[Path]) -> ItemsRead:
    """Every usable item of the files (JSON lines, also gzipped), in order."""
    items: dict[str, QaItem] = {}
    problems: list[str] = []
    for path in paths:
        with opened(path, hint="name a file of JSON lines, plain or gzipped") as stream:
            for number, raw in enumerate(_lines(stream), 1):
                try:
                    item = _item(raw)
                    if item.id in items:
                        raise ValueError(f"the id {json.dumps(item.id)} is there already")
                except ValueError as error:
                    problems.append(f"{path.name} line {number}: {error}")
                else:
                    items[item.id] = item
    if not items:
        first = f"; {problems[0]}" if problems else ""
        raise InputError(f"no usable question in {len(paths)} file(s){first}", hint=_HINT)
    return ItemsRead(tuple(items.values()), tuple(problems))


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    for raw in iter(lambda: stream.readline(MAX_LINE), b""):
        if raw.strip():
            yield raw


def _item(raw: bytes) -> QaItem:
    try:
        line = Line.model_validate_json(raw)
    except ValidationError as error:
        raise ValueError(first_fault(error)) from error
    passages = tuple(
        Judged(_passage(each, number), None if each.label is None else each.label > 0)
        for number, each in enumerate(line.passages)
        if each.text.strip()
    )
    answers = tuple(answer for answer in line.answers if answer.strip())
    return QaItem(str(line.id), line.question.strip(), answers, passages)


def _passage(given: GivenPassage, position: int) -> Passage:
    name = f"passage {position}"
    return Passage(
        id=f"p{position}", text=given.text, title=given.title, source=name, document=name
    )
