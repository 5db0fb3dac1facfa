"""Claims to be called true or false, and questions with choices."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from assay_bench.case import AnswerKind, Case
from assay_bench.tasks.layout import Layout
from assay_bench.tasks.questions import plain
from assay_bench.tasks.rows import Row

TRUE = {"true", "supports", "supported"}
FALSE = {"false", "refutes", "refuted"}
NEITHER = {"mixture", "unproven", "unknown", "not enough info"}
"""The papers leave these out, and so do we."""


def _claim(row: Row) -> Iterator[Case]:
    yield from _judged_claim(row, row.text("claim"))


def _asked(row: Row) -> Iterator[Case]:
    """Self-RAG's form: the claim stands where a question would."""
    yield from _judged_claim(row, row.text("question"))


def _judged_claim(row: Row, claim: str) -> Iterator[Case]:
    label = row.values.get("label")
    if label is None and isinstance(answers := row.values.get("answers"), list) and answers:
        label = answers[0]
    case = replace(plain(row, claim, ()), kind=AnswerKind.TRUE_FALSE)
    if label is None:
        yield case
        return
    said = str(label).strip().lower()
    if said not in TRUE | FALSE | NEITHER:
        known = ", ".join(sorted(TRUE | FALSE | NEITHER))
        raise row.wrong(f"the label {label!r:.40} is none of {known}")
    if said not in NEITHER:
        yield replace(case, answers=("true" if said in TRUE else "false",))


def _stem(row: Row) -> Iterator[Case]:
    """AI2's own form: the question holds its choices."""
    question = row.inner("question")
    listed = [Row(each, row.number, row.path, row.unit) for each in question.objects("choices")]
    choices = tuple((each.text("label"), each.text("text")) for each in listed)
    yield _choice(row, question.text("stem"), choices, row.text("answerKey"))


def _columns(row: Row) -> Iterator[Case]:
    """The form of tables: one list of labels beside one of texts."""
    choices = row.inner("choices")
    pairs = tuple(zip(choices.texts("label"), choices.texts("text"), strict=False))
    yield _choice(row, row.text("question"), pairs, row.text("answerKey"))


def _keyed(row: Row) -> Iterator[Case]:
    choices = row.inner("choices")
    pairs = tuple((key, choices.text(key)) for key in choices.values)
    yield _choice(row, row.text("question"), pairs, row.text("answer_key"))


def _choice(row: Row, question: str, choices: tuple[tuple[str, str], ...], key: str) -> Case:
    texts: dict[str, Any] = dict(choices)
    if key not in texts:
        raise row.wrong(f"the answer '{key}' is none of the choices {', '.join(texts) or '(none)'}")
    return replace(
        plain(row, question, (texts[key],)),
        kind=AnswerKind.CHOICE,
        choices=choices,
        answer_key=key,
    )


CLAIM = Layout("claims", ("claim",), _claim)
CLAIM_ASKED = Layout("claims as questions", ("question", "answers"), _asked)
ARC_STEM = Layout("ARC, nested", ("question", "answerKey"), _stem)
ARC_COLUMNS = Layout("ARC, columns", ("question", "choices", "answerKey"), _columns)
ARC_KEYED = Layout("choices by key", ("question", "choices", "answer_key"), _keyed)
