"""Questions about documents, each with the patterns that tell evidence and a right answer."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assay.errors import InputError
from assay_bench.realdocs.patterns import compiled

NAMES = ("questions.jsonl", "questions.jsonl.gz")
MAX_BYTES = 64 * 1024 * 1024
MAX_PATTERNS = 50
_CORPUS = re.compile(r"\w[\w.\-]{0,99}")

Pattern = re.Pattern[str]


@dataclass(frozen=True, slots=True)
class RealQuestion:
    """One question, and how to tell that its evidence was found and its answer is right.

    All of `must` match a right answer; `must_passage`, where there is one, is the stricter pattern
    for passages. `yesno` is "yes", "no" or empty. `files` are the documents that hold the evidence.
    An unanswerable question has no patterns.
    """

    id: str
    corpus: str
    kind: str
    question: str
    must: tuple[Pattern, ...] = ()
    must_passage: Pattern | None = None
    yesno: str = ""
    files: tuple[str, ...] = ()
    unanswerable: bool = False
    digest: str = ""

    @property
    def evidence(self) -> tuple[Pattern, ...]:
        """The patterns that passages must match, taken together."""
        return (self.must_passage,) if self.must_passage is not None else self.must


def read_questions(data: Path) -> list[RealQuestion]:
    """The questions of the folder in their order; what is wrong with a line is an error."""
    path = next((data / name for name in NAMES if (data / name).is_file()), None)
    if path is None:
        raise InputError(
            f"there are no questions in {data}",
            hint=f"--data names a folder with {' or '.join(NAMES)} and the documents",
        )
    questions: dict[str, RealQuestion] = {}
    for number, line in _lines(path):
        try:
            question = _question(line)
        except ValueError as error:
            raise InputError(
                f"line {number} of {path}: {error}",
                hint="docs/guides/realdocs.md shows the fields of a question",
            ) from error
        if question.id in questions:
            raise InputError(f"line {number} of {path}: the id {question.id!r} is there twice")
        questions[question.id] = question
    return list(questions.values())


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """The lines that are not empty, with their numbers."""
    try:
        with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as stream:
            body = stream.read(MAX_BYTES + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(f"{path} cannot be read: {error}") from error
    if len(body) > MAX_BYTES:
        raise InputError(f"{path} has more than {MAX_BYTES:,} bytes")
    for number, line in enumerate(body.splitlines(), 1):
        if line.strip():
            yield number, line


def _question(line: bytes) -> RealQuestion:
    try:
        row = json.loads(line)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    if not isinstance(row, dict):
        raise ValueError("it is not a JSON object")
    corpus = _text(row, "corpus")
    if not _CORPUS.fullmatch(corpus):
        raise ValueError(f"{corpus!r} is no name of a folder")
    unanswerable = row.get("unanswerable", False) is True
    must = _patterns(row.get("must"))
    if bool(must) == unanswerable:
        raise ValueError("a question has either 'must' or 'unanswerable'")
    stricter = row.get("must_passage")
    return RealQuestion(
        id=_text(row, "id"),
        corpus=corpus,
        kind=_text(row, "kind", "question"),
        question=_text(row, "question"),
        must=must,
        must_passage=_patterns(stricter)[0] if stricter else None,
        yesno=_yes_or_no(row),
        files=_files(row),
        unanswerable=unanswerable,
        digest=hashlib.sha256(line).hexdigest(),
    )


def _text(row: Mapping[str, Any], key: str, default: str | None = None) -> str:
    value = row.get(key, default)
    if not isinstance(value, str) or not value.strip():
        raise ValueError(f"{key!r} is missing or not a text")
    return value


def _patterns(value: object) -> tuple[Pattern, ...]:
    several = value if isinstance(value, list) else [] if value is None else [value]
    texts = [each for each in several if isinstance(each, str) and each]
    if len(texts) < len(several) or len(texts) > MAX_PATTERNS:
        raise ValueError(f"a pattern is a text, or a list of at most {MAX_PATTERNS} texts")
    return tuple(compiled(each) for each in texts)


def _yes_or_no(row: Mapping[str, Any]) -> str:
    value = row.get("yesno") or ""
    if value not in ("", "yes", "no"):
        raise ValueError('\'yesno\' is neither "yes" nor "no"')
    return str(value)


def _files(row: Mapping[str, Any]) -> tuple[str, ...]:
    evidence = row.get("evidence") or []
    if not isinstance(evidence, list) or not all(isinstance(each, dict) for each in evidence):
        raise ValueError("'evidence' is not a list of objects with 'file' and 'quote'")
    return tuple(dict.fromkeys(str(each["file"]) for each in evidence if each.get("file")))
