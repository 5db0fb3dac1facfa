"""Questions that bring their texts: SQuAD, HotpotQA, RGB, RAGTruth."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from assay_bench.case import AnswerKind, Case
from assay_bench.tasks.layout import Layout, row_id
from assay_bench.tasks.passages import Retrieved, labelled
from assay_bench.tasks.questions import plain
from assay_bench.tasks.rows import Row

RGB_PASSAGES, RGB_NOISE = 5, 0.6
"""RGB's usual setting: five passages, three of them noise."""
_PASSAGE = re.compile(r"^passage \d+:", re.MULTILINE)


def _with(case: Case, found: Retrieved) -> Case:
    return replace(case, internal=found.passages, labels=found.labels)


def _squad(row: Row) -> Iterator[Case]:
    title = str(row.values.get("title") or "").replace("_", " ")
    for paragraph in row.objects("paragraphs"):
        inside = Row(paragraph, row.number, row.path, row.unit)
        context = {"title": title, "text": inside.text("context")}
        for each in inside.objects("qas"):
            qa = Row(each, row.number, row.path, row.unit)
            yield _read(qa, [str(a.get("text") or "") for a in qa.objects("answers")], context)


def _squad_columns(row: Row) -> Iterator[Case]:
    """One question a row, its answers as columns."""
    context = {"title": row.values.get("title"), "text": row.text("context")}
    yield _read(row, list(row.inner("answers").texts("text")), context)


def _spans(row: Row) -> Iterator[Case]:
    texts = [str(answer.get("text") or "") for answer in row.objects("answers")]
    yield _read(row, texts, {"text": row.text("context")})


def _read(row: Row, answers: list[str], context: dict[str, Any]) -> Case:
    right = tuple(dict.fromkeys(answer.strip() for answer in answers if answer.strip()))
    none = bool(row.values.get("is_impossible") or row.values.get("unanswerable") or not right)
    case = plain(row, row.text("question"), () if none else right)
    found = labelled(row, [{**context, "label": int(not none)}])
    return _with(replace(case, unanswerable=none), found)


def _hotpot(row: Row) -> Iterator[Case]:
    context, facts = row.values["context"], row.values["supporting_facts"]
    if isinstance(context, dict):  # the form of tables: columns instead of pairs
        context = list(zip(context.get("title", ()), context.get("sentences", ()), strict=False))
    titles = facts.get("title", ()) if isinstance(facts, dict) else [fact[0] for fact in facts]
    try:
        given = [
            {"title": title, "text": "".join(sentences), "label": int(title in titles)}
            for title, sentences in context
        ]
    except (TypeError, ValueError) as error:
        raise row.wrong("'context' is not a list of [title, sentences]") from error
    case = plain(row, row.text("question"), row.texts("answer"))
    about = {key: row.values[key] for key in ("type", "level") if row.has(key)}
    yield _with(replace(case, meta=about), labelled(row, given))


def _rgb(row: Row) -> Iterator[Case]:
    """Every part of the answer is needed, in one of its wordings."""
    answer = row.values["answer"]
    parts = tuple(
        tuple(map(str, part)) if isinstance(part, list) else (str(part),)
        for part in (answer if isinstance(answer, list) else [answer])
    )
    one = len(parts) == 1
    case = plain(row, row.text("query"), parts[0] if one else ())
    found = labelled(row, _rgb_passages(row))
    yield _with(replace(case, parts=() if one else parts), found)


def _rgb_passages(row: Row) -> list[dict[str, Any]]:
    """So many good ones and so much noise as RGB mixes, in an order drawn by lot from the id."""
    lot = random.Random(row_id(row))
    good = [text for each in row.values["positive"] for text in _flat(each)]
    noise = [text for each in row.values["negative"] for text in _flat(each)]
    some = RGB_PASSAGES - int(RGB_PASSAGES * RGB_NOISE)
    mixed = [{"text": text, "label": 1} for text in good[:some]]
    mixed += [{"text": text, "label": 0} for text in noise[: RGB_PASSAGES - len(mixed)]]
    lot.shuffle(mixed)
    return mixed


def _flat(each: object) -> list[str]:
    return [str(text) for text in each] if isinstance(each, list) else [str(each)]


def _rag_truth(row: Row) -> Iterator[Case]:
    """Only its questions: the other sources are texts to summarise."""
    if row.values.get("task_type") != "QA":
        return
    info = row.inner("source_info")
    texts = [text.strip() for text in _PASSAGE.split(info.text("passages")) if text.strip()]
    case = Case(str(row.values["source_id"]), info.text("question"), kind=AnswerKind.LONG)
    yield _with(case, labelled(row, [{"text": text} for text in texts]))


SQUAD = Layout("SQuAD", ("paragraphs",), _squad)
SQUAD_COLUMNS = Layout("SQuAD, rows", ("question", "context", "answers", "title"), _squad_columns)
SPANS = Layout("spans", ("question", "context", "answers"), _spans)
HOTPOT = Layout("HotpotQA", ("question", "answer", "context", "supporting_facts"), _hotpot)
RGB = Layout("RGB", ("query", "answer", "positive", "negative"), _rgb)
RAG_TRUTH = Layout("RAGTruth", ("source_id", "task_type", "source_info"), _rag_truth)
