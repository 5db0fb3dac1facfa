"""Examples of both tasks, in the words that a model sees in use: answering and verifying."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from assay.steps.answer.prompts import NO_ANSWER, AnswerTask, answer_prompt
from assay.steps.verify.cov_form import cov_prompt, reference_line, write_form
from assay.types import Check, Message, Passage, Role
from assay_bench.training.candidates import Candidate, evidence_of
from assay_bench.training.qa_items import Judged, QaItem


@dataclass(frozen=True, slots=True)
class Example:
    """A conversation and what the model is to say next, with what it was made from."""

    id: str
    task: str
    kind: str
    messages: tuple[Message, ...]
    target: str
    question: str
    references: tuple[Passage, ...]
    answer: str
    answers: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The line of a file of examples."""
        return {
            "id": self.id,
            "task": self.task,
            "kind": self.kind,
            "question": self.question,
            "references": [{"title": p.title, "text": p.text} for p in self.references],
            "answer": self.answer,
            "gold": list(self.answers),
            **({"verification": json.loads(self.target)} if self.task == "verify" else {}),
            "messages": [{"role": str(m.role), "content": m.content} for m in self.messages],
            "target": self.target,
        }


def answering(
    item: QaItem,
    references: Sequence[Judged],
    answer: str | None,
    task: AnswerTask,
    *,
    may_decline: bool = True,
) -> Example:
    """An example of D1: the question with references, and the answer, or that there is none."""
    return Example(
        id=f"{item.id}/answer",
        task="answer",
        kind="gold" if answer else "no answer",
        messages=answer_prompt(
            task, item.question, evidence_of(references), may_decline=may_decline
        ),
        target=answer or NO_ANSWER,
        question=item.question,
        references=tuple(each.passage for each in references),
        answer=answer or "",
        answers=item.answers,
    )


def verifying(candidate: Candidate, check: Check) -> Example:
    """An example of D2: the question with references and an answer, and its verification."""
    shown = [reference_line(strip) for strip in candidate.evidence.strips]
    prompt = cov_prompt(candidate.item.question, shown, candidate.text)
    return Example(
        id=candidate.id,
        task="verify",
        kind=str(candidate.kind),
        messages=(Message(Role.USER, prompt),),
        target=write_form(check),
        question=candidate.item.question,
        references=tuple(each.passage for each in candidate.references),
        answer=candidate.text,
        answers=candidate.item.answers,
    )
