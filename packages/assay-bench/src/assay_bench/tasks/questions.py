"""Questions with short answers: our own plain layout, and those of PopQA, NQ, FlashRAG and kin."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from assay_bench.case import AnswerKind, Case
from assay_bench.tasks.layout import Layout, row_id
from assay_bench.tasks.passages import pages, retrieved
from assay_bench.tasks.rows import Row

_DESCRIPTION = re.compile(r'\(description (?:"((?:[^"\\]|\\.)*)"|([^()]*))\)')


def with_knowledge(row: Row, case: Case) -> Case:
    """The case with what the row says was retrieved and found outside."""
    inside = next((n for n in ("passages", "ctxs", "internal", "evidence") if row.has(n)), None)
    if inside is not None:
        found = retrieved(row, inside)
        case = replace(case, internal=found.passages, labels=found.labels)
    if row.values.get("external") is not None:
        case = replace(case, external=pages(row, "external"))
    return case


def plain(row: Row, question: str, answers: tuple[str, ...]) -> Case:
    """A case with the fields that mean the same everywhere."""
    meta = row.values.get("meta") or row.values.get("metadata") or {}
    meta = meta if isinstance(meta, dict) else {}
    case = Case(
        row_id(row),
        question,
        answers,
        _kind(row),
        unanswerable=bool(row.values.get("unanswerable") or meta.get("answerable") is False),
        meta=meta,
    )
    return with_knowledge(row, _all_needed(case, meta))


def _kind(row: Row) -> AnswerKind:
    kind = row.values.get("kind", AnswerKind.SHORT)
    if kind in list(AnswerKind):
        return AnswerKind(kind)
    raise row.wrong(f"the kind {kind!r:.20} is none of {', '.join(AnswerKind)}")


def _all_needed(case: Case, meta: dict[str, Any]) -> Case:
    """Several answers of which all are needed, with the annotator's own wording last."""
    count = meta.get("answer_parts", 1)
    if not isinstance(count, int) or not 1 < count <= len(case.answers):
        return case
    parts = tuple((part,) for part in case.answers[:count])
    return replace(case, parts=parts, answers=case.answers[count:])


def _simple(row: Row) -> Iterator[Case]:
    yield plain(row, row.text("question"), row.texts("answers"))


def _unanswered(row: Row) -> Iterator[Case]:
    yield plain(row, row.text("question"), ())


def _flashrag(row: Row) -> Iterator[Case]:
    choices = (row.values.get("metadata") or {}).get("choices")
    if isinstance(choices, list):  # its choice datasets give the position of the right one
        yield _flashrag_choice(row, choices)
    else:
        yield plain(row, row.text("question"), row.texts("golden_answers"))


def _flashrag_choice(row: Row, choices: list[Any]) -> Case:
    case = plain(row, row.text("question"), ())
    keyed = tuple((chr(ord("A") + at), str(text)) for at, text in enumerate(choices))
    golden = row.values["golden_answers"]
    right = str(golden[0] if isinstance(golden, list) and golden else golden)
    key = next((k for at, (k, t) in enumerate(keyed) if right in (k, t, str(at))), "")
    if not key:
        raise row.wrong(f"the answer {right!r:.40} is none of the choices")
    return replace(case, kind=AnswerKind.CHOICE, choices=keyed, answer_key=key)


def _popqa(row: Row) -> Iterator[Case]:
    answers = row.values["possible_answers"]
    if isinstance(answers, str):
        answers = _list_of(row, "possible_answers", answers)
    own = Row({**row.values, "possible_answers": answers}, row.number, row.path, row.unit)
    case = plain(row, row.text("question"), own.texts("possible_answers"))
    about = {key: row.values[key] for key in ("subj", "prop", "s_pop") if row.has(key)}
    yield replace(_labelled_by_title(row, case), meta={**about, **case.meta})


def _labelled_by_title(row: Row, case: Case) -> Case:
    """Good is a passage of the article on the question's subject, as CRAG's evaluator learnt."""
    title = row.values.get("s_wiki_title")
    if not isinstance(title, str) or not title or any(label is not None for label in case.labels):
        return case
    return replace(case, labels=tuple(int(p.title == title) for p in case.internal or ()))


def _nq_open(row: Row) -> Iterator[Case]:
    yield plain(row, row.text("question"), row.texts("answer"))


def _web_questions(row: Row) -> Iterator[Case]:
    found = _DESCRIPTION.findall(row.text("targetValue"))
    answers = tuple((quoted.replace('\\"', '"') or bare).strip() for quoted, bare in found)
    yield plain(row, row.text("utterance"), answers)


def _mintaka(row: Row) -> Iterator[Case]:
    answer = row.inner("answer")
    given = answer.values.get("answer") or []
    labels = tuple(_label(each) for each in (given if isinstance(given, list) else [given]))
    mention = answer.values.get("mention")
    wording = (mention,) if isinstance(mention, str) and mention.strip() else ()
    about = {k: row.values[k] for k in ("category", "complexityType") if row.has(k)}
    case = replace(plain(row, row.text("question"), labels + wording), meta=about)
    yield _all_needed(case, {"answer_parts": len(labels)})


def _label(each: object) -> str:
    """The English name of an entity, or a number, a date or a truth as a word."""
    if isinstance(each, dict):
        label = each.get("label")
        return str(label.get("en") or each.get("name")) if isinstance(label, dict) else str(label)
    return {True: "yes", False: "no"}[each] if isinstance(each, bool) else str(each)


def _trivia_qa(row: Row) -> Iterator[Case]:
    upper = row.has("Question")
    answer = row.inner("Answer" if upper else "answer")
    value, aliases = ("Value", "Aliases") if upper else ("value", "aliases")
    answers = (answer.text(value), *answer.texts(aliases))
    yield plain(row, row.text("Question" if upper else "question"), tuple(dict.fromkeys(answers)))


def _list_of(row: Row, name: str, text: str) -> Any:  # noqa: ANN401 - checked by the caller
    """A list that stands in a table's cell as JSON or in Python's form."""
    for read in (json.loads, ast.literal_eval):
        try:
            return read(text)
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            continue
    raise row.wrong(f"the field '{name}' is not a list: {text!r:.60}")


SIMPLE = Layout("plain", ("question", "answers"), _simple)
UNANSWERED = Layout("plain, without answers", ("question",), _unanswered)
FLASHRAG = Layout("FlashRAG", ("question", "golden_answers"), _flashrag)
POPQA = Layout("PopQA", ("question", "possible_answers"), _popqa)
NQ_OPEN = Layout("NQ-open", ("question", "answer"), _nq_open)
WEB_QUESTIONS = Layout("WebQuestions", ("utterance", "targetValue"), _web_questions)
MINTAKA = Layout("Mintaka", ("question", "answer", "complexityType"), _mintaka)
TRIVIA_QA = Layout("TriviaQA", ("Question", "Answer"), _trivia_qa)
TRIVIA_QA_ROWS = Layout("TriviaQA, rows", ("question", "question_id", "answer"), _trivia_qa)
