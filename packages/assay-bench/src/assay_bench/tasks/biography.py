"""People to write about: FActScore's prompts in their several forms."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from assay_bench.case import AnswerKind, Case
from assay_bench.tasks.layout import Layout
from assay_bench.tasks.questions import plain
from assay_bench.tasks.rows import Row

ASKED = "Tell me a bio of {}."


def _topic(row: Row) -> Iterator[Case]:
    yield _about(row, row.text("topic"))


def _name(row: Row) -> Iterator[Case]:
    yield _about(row, row.text("line"))


def _about(row: Row, person: str) -> Case:
    case = plain(row, ASKED.format(person), ())
    return replace(case, kind=AnswerKind.LONG, meta={"topic": person, **case.meta})


def _question(row: Row) -> Iterator[Case]:
    yield replace(plain(row, row.text("question"), ()), kind=AnswerKind.LONG)


TOPIC = Layout("FActScore", ("topic",), _topic)
NAMES = Layout("names, one a line", ("line",), _name)
ASKED_FOR = Layout("biography questions", ("question",), _question)
