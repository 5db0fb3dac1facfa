"""What to label next: the passages that teach most, or a fair sample of questions."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from assay.types import Scored, Thresholds
from assay_documents.sandbox.regular_file import refuse_irregular
from assay_tuning.labels import LabelledPassage, LabelledQuestion


@dataclass(frozen=True, slots=True)
class Retrieval:
    """A question and what was retrieved for it, with scores."""

    question: str
    scored: tuple[Scored, ...]


@dataclass(frozen=True, slots=True)
class Ask:
    """One thing to ask a person: whether this passage answers the question."""

    question: str
    scored: Scored


def informative(retrievals: Sequence[Retrieval], thresholds: Thresholds) -> list[Ask]:
    """Every passage, those first whose score lies nearest to a threshold.

    A label there moves the borders most. One passage of every question is asked before a second
    one of any, so that the labels are spread.
    """

    def distance(scored: Scored) -> float:
        return min(abs(scored.score - thresholds.upper), abs(scored.score - thresholds.lower))

    rounds: list[list[Ask]] = []
    for each in retrievals:
        for turn, scored in enumerate(sorted(each.scored, key=distance)):
            if turn == len(rounds):
                rounds.append([])
            rounds[turn].append(Ask(each.question, scored))
    return [ask for turn in rounds for ask in sorted(turn, key=lambda ask: distance(ask.scored))]


def fair(retrievals: Sequence[Retrieval]) -> list[Retrieval]:
    """The questions in a random order, each with its best passages first."""
    order = np.random.default_rng(0).permutation(len(retrievals))
    return [
        replace(each, scored=tuple(sorted(each.scored, key=lambda scored: -scored.score)))
        for each in (retrievals[i] for i in order)
    ]


def label_line(question: LabelledQuestion) -> str:
    """The question as a line of a labels file, as `read_labels` reads it."""
    passages: list[dict[str, Any]] = [
        {
            "title": each.passage.title,
            "text": each.passage.text,
            "label": None if each.label is None else int(each.label),
        }
        for each in question.passages
    ]
    row = {"question": question.question, "passages": passages, "picked": question.picked}
    return json.dumps(row, ensure_ascii=False)


def append_line(path: Path, question: LabelledQuestion) -> None:
    """Write one more line, so that nothing is lost whenever the person stops."""
    refuse_irregular(path)
    with path.open("a", encoding="utf-8", errors="replace") as stream:
        stream.write(label_line(question) + "\n")


def asked_before(questions: Sequence[LabelledQuestion]) -> set[tuple[str, str]]:
    """Every (question, text) that has a label, and (question, "") for those labelled whole."""
    done = {(q.question, "") for q in questions if not q.picked and q.holds is not None}
    return done | {
        (q.question, each.passage.text)
        for q in questions
        for each in q.passages
        if each.label is not None
    }


def answered(retrieval: Retrieval, labels: Sequence[bool | None]) -> LabelledQuestion:
    """The whole retrieval with the labels given so far, in its order; the rest is unknown."""
    known = [*labels, *[None] * (len(retrieval.scored) - len(labels))]
    passages = (
        LabelledPassage(scored.passage, label)
        for scored, label in zip(retrieval.scored, known, strict=True)
    )
    return LabelledQuestion(retrieval.question, tuple(passages))


def unasked(retrievals: Sequence[Retrieval], done: set[tuple[str, str]]) -> Iterator[Retrieval]:
    """The retrievals without the passages that have a label already."""
    for each in retrievals:
        left = tuple(s for s in each.scored if (each.question, s.passage.text) not in done)
        if left:
            yield replace(each, scored=left)
