"""Labelled questions from files: the CRAG authors' form, JSON lines, or a BEIR folder."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, ValidationError

from assay.errors import InputError
from assay.types import Passage
from assay_documents.errors import UnreadableError
from assay_documents.read_limits import ReadLimits
from assay_documents.unpack import open_bytes
from assay_tuning.labels import LabelledPassage, LabelledQuestion

MAX_LINE = 16 * 1024 * 1024
MAX_FILE = ReadLimits().file_bytes
SEPARATOR = " [SEP] "
_HINT = (
    'lines are "question [SEP] passage<TAB>1", or JSON such as '
    '{"question": "Who ...?", "passage": "...", "label": 1}; a folder has the form of BEIR'
)


class GivenPassage(BaseModel):
    """A passage in a line; `label` is 1 if it answers the question, 0 if not, null if unknown."""

    model_config = ConfigDict(frozen=True)
    text: str
    title: str = ""
    label: int | None = Field(default=None, ge=0)


class Line(BaseModel):
    """One line: a pair, or a question with passages, answers or golden titles."""

    model_config = ConfigDict(frozen=True)
    question: str = Field(min_length=1, validation_alias=AliasChoices("question", "query"))
    passage: str | None = Field(default=None, validation_alias=AliasChoices("passage", "text"))
    title: str = ""
    label: int | None = Field(default=None, ge=0)
    passages: list[GivenPassage] = Field(default=[], max_length=1000)
    answers: list[str] = []
    titles: list[str] = []
    picked: bool = False


@dataclass(frozen=True, slots=True)
class LabelsRead:
    """The questions of some files, and what in them could not be used, one line each."""

    questions: tuple[LabelledQuestion, ...]
    problems: tuple[str, ...] = ()


def read_labels(paths: Iterable[Path], split: str = "train") -> LabelsRead:
    """Every usable question of the files and folders, in order; `split` is BEIR's."""
    questions: list[LabelledQuestion] = []
    problems: list[str] = []
    for path in paths:
        found = _beir(path, split) if path.is_dir() else _lines_of(path, problems)
        questions += found
    if not questions:
        first = f": {problems[0]}" if problems else ""
        raise InputError(f"there is no usable line in the labels{first}", hint=_HINT)
    return LabelsRead(tuple(questions), tuple(problems))


def _lines_of(path: Path, problems: list[str]) -> list[LabelledQuestion]:
    """Lines that are pairs become one question; lines with many passages stay as they are."""
    pairs: dict[str, LabelledQuestion] = {}
    whole: list[LabelledQuestion] = []
    with opened(path) as stream:
        for number, raw in _numbered(stream, path):
            if not raw.strip():
                continue
            try:
                line = _json(raw) if raw.lstrip().startswith(b"{") else _authors(raw)
            except ValueError as error:
                problems.append(f"{path.name} line {number}: {error}")
                continue
            if line.passage is None:
                whole.append(_question(line))
            else:
                known = pairs.get(line.question) or replace(_question(line), passages=())
                new = _passage(line.passage, line.title, line.label, len(known.passages))
                pairs[line.question] = replace(known, passages=(*known.passages, new))
    return [*pairs.values(), *whole]


def _authors(raw: bytes) -> Line:
    """The CRAG authors' own form: question [SEP] passage, a tab, 0 or 1."""
    text = raw.decode("utf-8").rstrip("\r\n")
    pair, tab, label = text.rpartition("\t")
    question, separator, passage = pair.partition(SEPARATOR)
    if not tab or not separator or label.strip() not in {"0", "1", "-1"}:
        raise ValueError('is not "question [SEP] passage<TAB>0 or 1"')
    return Line(question=question.strip(), passage=passage, label=int(label.strip() == "1"))


def _json(raw: bytes) -> Line:
    try:
        return Line.model_validate_json(raw)
    except ValidationError as error:
        raise ValueError(first_fault(error)) from error


def first_fault(error: ValidationError) -> str:
    """The first invalid field of a line and its error."""
    first = error.errors(include_url=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    return f"{where}: {first['msg']}" if where else first["msg"]


def _question(line: Line) -> LabelledQuestion:
    passages = tuple(
        _passage(each.text, each.title, each.label, place)
        for place, each in enumerate(line.passages)
        if each.text.strip()
    )
    answers = tuple(answer for answer in line.answers if answer.strip())
    return LabelledQuestion(
        line.question.strip(), passages, answers, tuple(line.titles), line.picked
    )


def _passage(text: str, title: str, label: int | None, place: int) -> LabelledPassage:
    known = None if label is None else label > 0
    return LabelledPassage(Passage(f"p{place}", text, title), known)


def _beir(folder: Path, split: str) -> list[LabelledQuestion]:
    """Judged documents of a BEIR folder; a document without a judgement is not there."""
    judged: dict[str, list[tuple[str, bool]]] = {}
    with opened(_one_of(folder, f"qrels/{split}.tsv")) as stream:
        for raw in stream:
            parts = raw.decode("utf-8", "replace").rstrip("\r\n").split("\t")
            if len(parts) == 3 and parts[2].lstrip("-").isdigit():  # noqa: PLR2004 - BEIR's columns
                judged.setdefault(parts[0], []).append((parts[1], int(parts[2]) > 0))
    wanted = {document for rows in judged.values() for document, _ in rows}
    texts = {
        row["_id"]: row for row in _rows(_one_of(folder, "corpus.jsonl")) if _id(row) in wanted
    }
    return [
        LabelledQuestion(
            question=str(row.get("text", "")).strip(),
            passages=tuple(
                LabelledPassage(_document(texts[document]), label)
                for document, label in judged[_id(row)]
                if document in texts
            ),
            titles=tuple(
                str(texts[document].get("title", ""))
                for document, label in judged[_id(row)]
                if label and document in texts and texts[document].get("title")
            ),
        )
        for row in _rows(_one_of(folder, "queries.jsonl"))
        if _id(row) in judged and str(row.get("text", "")).strip()
    ]


def _document(row: dict[str, object]) -> Passage:
    return Passage(_id(row), str(row.get("text", "")), str(row.get("title") or ""))


def _id(row: dict[str, object]) -> str:
    return str(row.get("_id", ""))


def _rows(path: Path) -> Iterator[dict[str, object]]:
    with opened(path) as stream:
        for number, raw in _numbered(stream, path):
            try:
                row = json.loads(raw)
            except (ValueError, RecursionError) as error:
                raise InputError(f"{path} line {number} is not JSON", hint=_HINT) from error
            if isinstance(row, dict) and "_id" in row:
                yield row


def _numbered(stream: BinaryIO, path: Path) -> Iterator[tuple[int, bytes]]:
    """The lines with their numbers; a file with one that has no end is read no further."""
    for number, raw in enumerate(iter(lambda: stream.readline(MAX_LINE), b""), 1):
        if len(raw) == MAX_LINE:
            raise InputError(f"{path} line {number} has {MAX_LINE >> 20} MiB or more", hint=_HINT)
        yield number, raw


def _one_of(folder: Path, name: str) -> Path:
    for path in (folder / name, folder / f"{name}.gz"):
        if path.is_file():
            return path
    raise InputError(f"there is no {name} in {folder}", hint=_HINT)


@contextmanager
def opened(path: Path, hint: str = _HINT) -> Iterator[BinaryIO]:
    """The bytes of a regular file, plain or gzipped."""
    try:
        if path.stat().st_size > MAX_FILE:
            raise InputError(f"{path} has more than {MAX_FILE >> 30} GiB", hint=hint)
        with open_bytes(path, ReadLimits()) as stream:
            yield stream
    except (OSError, EOFError, UnreadableError) as error:  # a torn gzip file ends too early
        raise InputError(
            f"cannot read {path}: {getattr(error, 'strerror', None) or error}", hint=hint
        ) from error
