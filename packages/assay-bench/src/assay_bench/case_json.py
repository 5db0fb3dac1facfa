"""The JSON form of a case, as `cases.jsonl` of a run keeps it."""

from __future__ import annotations

from typing import Any

from assay.types import Page, Passage
from assay_bench.case import AnswerKind, Case
from assay_bench.stored_forms import CaseForm


def case_to_json(case: Case) -> dict[str, Any]:
    """The case as plain values."""
    passages = None
    if case.internal is not None:
        labels = case.labels or (None,) * len(case.internal)
        passages = [
            {
                "id": p.id,
                "title": p.title,
                "source": p.source,
                "document": p.document,
                "start": p.start,
                "text": p.text,
                "label": label,
            }
            for p, label in zip(case.internal, labels, strict=True)
        ]
    external = None
    if case.external is not None:
        external = [{"url": p.url, "title": p.title, "text": p.text} for p in case.external]
    return {
        "id": case.id,
        "question": case.question,
        "answers": list(case.answers),
        "kind": case.kind.value,
        "choices": dict(case.choices),
        "answer_key": case.answer_key,
        "passages": passages,
        "external": external,
        "unanswerable": case.unanswerable,
        "parts": [list(part) for part in case.parts],
        "relevant": dict(case.relevant),
        "meta": dict(case.meta),
    }


def case_from_json(value: dict[str, Any]) -> Case:
    """The case that `case_to_json` wrote; a ValueError when it did not."""
    CaseForm.model_validate(value)
    rows = value["passages"]
    internal = labels = external = None
    if rows is not None:
        internal = tuple(
            Passage(r["id"], r["text"], r["title"], r["source"], r["document"], r["start"])
            for r in rows
        )
        labels = tuple(r["label"] for r in rows)
    if value["external"] is not None:
        external = tuple(Page(e["url"], e["title"], e["text"]) for e in value["external"])
    return Case(
        id=value["id"],
        question=value["question"],
        answers=tuple(value["answers"]),
        kind=AnswerKind(value["kind"]),
        choices=tuple(value["choices"].items()),
        answer_key=value["answer_key"],
        internal=internal,
        external=external,
        labels=labels or (),
        unanswerable=value["unanswerable"],
        parts=tuple(map(tuple, value["parts"])),
        relevant=value["relevant"],
        meta=value["meta"],
    )
