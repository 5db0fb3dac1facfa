"""The questions of a batch: read line by line, each checked, each problem with its line number."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from assay.adapters.search.recorded import recorded_pages
from assay.errors import InputError
from assay.types import Page, Passage
from assay_documents.sandbox.regular_file import open_regular

MAX_LINE = 16 * 1024 * 1024
MAX_FILE = 4 * 1024 * 1024 * 1024
MAX_PASSAGES = 1000


class GivenPassage(BaseModel):
    """A passage that somebody else's retriever found."""

    model_config = ConfigDict(frozen=True, strict=True)

    text: str
    title: str = ""
    url: str = ""


class Line(BaseModel):
    """One line of the file; fields that we do not know belong to others and are left alone."""

    model_config = ConfigDict(frozen=True, strict=True)

    id: str | int
    question: str
    passages: list[GivenPassage] | None = Field(None, max_length=MAX_PASSAGES)
    external: list[dict[str, Any]] | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """A question, its line in the file, and the passages and outside pages given with it."""

    id: str | int
    text: str
    line: int
    passages: tuple[Passage, ...] | None = None
    external: tuple[Page, ...] | None = None


@dataclass(frozen=True, slots=True)
class QuestionsRead:
    """What a file of questions holds, and what in it could not be used."""

    questions: tuple[Question, ...]
    problems: tuple[str, ...]


def read_questions(path: Path) -> QuestionsRead:
    """Every usable question of the file, in order."""
    questions: dict[str, Question] = {}
    problems: list[str] = []
    try:
        with open_regular(path, MAX_FILE) as stream:
            for number, raw in enumerate(iter(lambda: stream.readline(MAX_LINE), b""), 1):
                if not raw.strip():
                    continue
                try:
                    question = _question(raw, number)
                    if (key := json.dumps(question.id)) in questions:
                        raise ValueError(f"the id {key} is also on line {questions[key].line}")
                except ValueError as error:
                    problems.append(f"line {number}: {error}")
                else:
                    questions[key] = question
    except OSError as error:
        raise InputError(
            f"cannot read {path}: {error.strerror}", hint="name a file of JSON lines"
        ) from error
    if not questions and problems:
        raise InputError(f"{path} holds no usable question; {problems[0]}", hint=_HINT)
    return QuestionsRead(tuple(questions.values()), tuple(problems))


_HINT = 'a line looks like {"id": "1", "question": "What is a list?"}'


def _question(raw: bytes, number: int) -> Question:
    if len(raw) >= MAX_LINE:
        raise ValueError(f"longer than {MAX_LINE >> 20} MiB")
    try:
        line = Line.model_validate_json(raw)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise ValueError(f"{where}: {first['msg']}" if where else first["msg"]) from error
    passages = None
    if line.passages is not None:
        passages = tuple(_passage(each, i) for i, each in enumerate(line.passages))
    external = None
    if line.external is not None:
        try:
            external = recorded_pages(line.external)
        except InputError as error:
            raise ValueError(str(error)) from error
    return Question(line.id, line.question, number, passages, external)


def _passage(given: GivenPassage, position: int) -> Passage:
    """The passage as a document of its own: offsets start at 0."""
    name = given.url or f"passage {position}"
    return Passage(
        id=f"p{position}", text=given.text, title=given.title, source=name, document=name
    )
