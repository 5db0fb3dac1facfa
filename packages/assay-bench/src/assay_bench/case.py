"""One question of a task, with everything that is known about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from assay.steps.correct.refine import whole
from assay.types import Evidence, Page, Passage


class AnswerKind(StrEnum):
    """What a right answer looks like; the values are those of `AnswerTask`."""

    SHORT = "short"
    LONG = "long"
    TRUE_FALSE = "true-false"
    CHOICE = "choice"


@dataclass(frozen=True, slots=True)
class Case:
    """A question with its right answers and, where the data brings them, what was retrieved.

    `internal` is what a retriever found, `external` what a web search found; None means that the
    data does not say, an empty tuple that nothing was found. `labels` stand beside `internal`: 1
    for a relevant passage, 0 for another, None where nobody judged. Any one of `answers` is right,
    and so is one of each of `parts` together; `true-false` has "true" or "false" as its answer.
    `unanswerable` means that the right thing to do is to decline. `relevant` names documents of
    the task's corpus by id, with a grade, where retrieval itself is judged.
    """

    id: str
    question: str
    answers: tuple[str, ...] = ()
    kind: AnswerKind = AnswerKind.SHORT
    choices: tuple[tuple[str, str], ...] = ()
    answer_key: str = ""
    internal: tuple[Passage, ...] | None = None
    external: tuple[Page, ...] | None = None
    labels: tuple[int | None, ...] = ()
    unanswerable: bool = False
    parts: tuple[tuple[str, ...], ...] = ()
    relevant: Mapping[str, int] = field(default_factory=dict)
    meta: Mapping[str, Any] = field(default_factory=dict)

    @property
    def asked(self) -> str:
        """The question as a generator sees it: with the choices, where there are any."""
        return "\n".join([self.question, *(f"{key}: {text}" for key, text in self.choices)])

    @property
    def evidence(self) -> Evidence:
        """What was retrieved as evidence, every passage whole."""
        return Evidence(tuple(whole(passage) for passage in self.internal or ()))

    @property
    def judged(self) -> bool:
        """True when it is known what a right answer is."""
        return bool(self.answers or self.parts or self.answer_key or self.unanswerable)
