"""An answer with what a reader of its evidence needs: the passages whole, and the borders."""

from __future__ import annotations

import dataclasses
from typing import Any

from assay.answer_json import answer_to_json
from assay.steps.answer.citations import citation_numbers
from assay.text.places import location, name_of
from assay.types import Answer, Passage, Piece, Step, Strip
from assay_server.public_id import without_folders

_DIGITS = 6


def answer_view(answer: Answer) -> dict[str, Any]:
    """The JSON form of an answer, and beside it `thresholds`, `passages` and `strips`.

    `passages` are all that were judged or quoted, `strips` says which parts of them were kept.
    """
    scores = {each.passage.id: round(each.score, _DIGITS) for each in answer.scores}
    evidence = answer.evidence
    strips = [(strip, True) for strip in evidence.strips]
    strips += [(strip, False) for strip in evidence.dropped]
    passages = {each.passage.id: each.passage for each in answer.scores}
    for strip, _ in strips:
        passages.setdefault(strip.passage.id, strip.passage)
    borders = answer.thresholds
    shown = answer_to_json(answer)
    for citation, number in zip(shown["citations"], citation_numbers(answer), strict=True):
        citation["number"] = number
    view: dict[str, Any] = without_folders(
        {
            **shown,
            "thresholds": None if borders is None else dataclasses.asdict(borders),
            "passages": [
                {**passage_view(each), "score": scores.get(each.id)} for each in passages.values()
            ],
            "strips": [_strip(strip, kept) for strip, kept in strips],
        }
    )
    return view


def passage_view(passage: Passage) -> dict[str, Any]:
    """Every field of a passage that JSON can hold, whatever fields it has come to have."""
    shown = {field.name: getattr(passage, field.name) for field in dataclasses.fields(passage)}
    plain = {name: _plain(value) for name, value in shown.items()}
    said = {"name": name_of(passage), "location": location(passage)}
    return {**without_folders({**plain, **said}), "end": passage.end}


def event_view(event: Step | Piece) -> tuple[str, dict[str, Any]]:
    """The name and the data of one event of a run."""
    if isinstance(event, Piece):
        return "piece", {"text": event.text}
    return "step", {
        "name": event.name,
        "at_ms": round(event.at_ms, 3),
        "ms": round(event.ms, 3),
        "depth": event.depth,
        "facts": without_folders(dict(event.facts)),
    }


def _strip(strip: Strip, kept: bool) -> dict[str, Any]:
    return {
        "id": strip.id,
        "passage": strip.passage.id,
        "start": strip.start,
        "end": strip.end,
        "score": None if strip.score is None else round(strip.score, _DIGITS),
        "kept": kept,
    }


def _plain(value: object) -> Any:  # noqa: ANN401 - what JSON can hold
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {key: _plain(each) for key, each in vars_of(value).items()}
    if isinstance(value, tuple | list):
        return [_plain(each) for each in value]
    if isinstance(value, str):
        return str(value)  # the word of an enumeration
    return value if isinstance(value, int | float | bool | None) else str(value)


def vars_of(value: object) -> dict[str, Any]:
    """The fields of a dataclass by name."""
    return {f.name: getattr(value, f.name) for f in dataclasses.fields(value)}  # type: ignore[arg-type]
