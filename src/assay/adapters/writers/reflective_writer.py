"""A reflective model as a writer of segments: prompted as Self-RAG prompts its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from assay.ports import TextModel
from assay.steps.answer.abstain import AbstentionRule
from assay.steps.answer.model_output import clean_reply, is_refusal
from assay.steps.answer.prompts import AnswerTask
from assay.steps.answer.support import SupportCheck
from assay.steps.reflect.reflection_tokens import (
    NO_RETRIEVAL,
    RETRIEVE,
    plain_text,
    reflective_prompt,
)
from assay.steps.verify.sentence_checks import as_passage
from assay.tracing import step
from assay.types import Completion, Draft, Evidence, Segment, Strip, Token

ALTERNATIVES = 20
"""What servers give at most unless told otherwise, and enough for every group of tokens."""
FOUND_NOTHING = "the model found no answer in the evidence"
FROM_MEMORY = "without evidence: the model answered from its own memory"


@dataclass(frozen=True, slots=True)
class ReflectiveWriter:
    """Lets the model continue once for each strip, up to where it would decide on retrieval.

    Its words are untrusted like any model's: every sentence is tied to the strip or marked, and
    the rule of when not to answer holds for what it wrote with a strip in view.
    """

    model: TextModel
    task: AnswerTask = AnswerTask.FREE
    support: SupportCheck = field(default_factory=SupportCheck)
    rule: AbstentionRule = field(default_factory=AbstentionRule)
    max_tokens: int = 100

    @step("write", lambda segments: {"segments": len(segments)})
    def write(
        self, question: str, strips: Sequence[Strip | None], written: str = ""
    ) -> tuple[Segment, ...]:
        """One segment for each strip, in the same order; None forbids the model to retrieve."""
        prompts = [self._prompt(question, strip, written) for strip in strips]
        said = self.model.continue_texts(prompts, max_tokens=self.max_tokens, logprobs=ALTERNATIVES)
        return tuple(self._segment(question, s, c) for s, c in zip(strips, said, strict=True))

    def _prompt(self, question: str, strip: Strip | None, written: str) -> str:
        passage = None if strip is None else as_passage(strip)
        prompt = reflective_prompt(question, passage, task=self.task, written=written)
        return prompt if strip is not None else prompt + NO_RETRIEVAL

    def _segment(self, question: str, strip: Strip | None, said: Completion) -> Segment:
        raw, finished = _first_segment(said.text)
        draft = self._draft(question, strip, clean_reply(plain_text(raw)))
        if said.cut and finished:
            draft = replace(draft, notes=(*draft.notes, "the model's answer was cut at its limit"))
        return Segment(strip, draft, raw, _up_to(said.logprobs, len(raw)), finished)

    def _draft(self, question: str, strip: Strip | None, text: str) -> Draft:
        if is_refusal(text):
            return Draft(None, reason=FOUND_NOTHING if text else "the model wrote nothing")
        if strip is None:
            return Draft(text, notes=(FROM_MEMORY,))
        seen = Evidence((strip,))
        label = self.task.is_label
        draft = self.support.check(question, text, seen, mark=False, label=label)
        return self.rule.apply(draft, seen)


def _first_segment(text: str) -> tuple[str, bool]:
    """What stands before the next decision on retrieval, and whether there is none."""
    places = [place for token in RETRIEVE if (place := text.find(token)) >= 0]
    return (text[: min(places)], False) if places else (text, True)


def _up_to(tokens: Sequence[Token], length: int) -> tuple[Token, ...]:
    kept: list[Token] = []
    for token in tokens:
        if length <= 0:
            break
        kept.append(token)
        length -= len(token.text)
    return tuple(kept)
