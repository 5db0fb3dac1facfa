"""A reflective model as a writer of segments: prompted as Self-RAG prompts its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from assay.ports import TextModel
from assay.steps.answer.abstain import AbstentionRule
from assay.steps.answer.model_output import clean_reply, is_refusal
from assay.steps.answer.prompts import AnswerTask
from assay.steps.answer.support import SupportCheck
from assay.tracing import step
from assay.types import Completion, Draft, Evidence, Segment, Token
from assay_strategies.reflect.blocks import block_text
from assay_strategies.reflect.reflection_tokens import (
    CONTINUE,
    NO_RETRIEVAL,
    RETRIEVE,
    plain_text,
    reflective_prompt,
)

ALTERNATIVES = 20
"""What servers give at most unless told otherwise, and enough for every group of tokens."""
DECISIONS = (*RETRIEVE, CONTINUE)
FOUND_NOTHING = "the model found no answer in the evidence"
FROM_MEMORY = "without evidence: the model answered from its own memory"


@dataclass(frozen=True, slots=True)
class ReflectiveWriter:
    """Lets the model continue once for each block, up to where it would decide on retrieval.

    Its words are untrusted like any model's: every sentence is tied to the block or marked, and
    the rule of when not to answer holds for what it wrote with evidence in view.
    """

    model: TextModel
    task: AnswerTask = AnswerTask.FREE
    support: SupportCheck = field(default_factory=SupportCheck)
    rule: AbstentionRule = field(default_factory=AbstentionRule)
    max_tokens: int = 100

    @step("write", lambda segments: {"segments": len(segments)})
    def write(
        self, question: str, blocks: Sequence[Evidence], written: str = ""
    ) -> tuple[Segment, ...]:
        """One segment for each block, in the same order; an empty one forbids to retrieve."""
        prompts = [self._prompt(question, block, written) for block in blocks]
        said = self.model.continue_texts(prompts, max_tokens=self.max_tokens, logprobs=ALTERNATIVES)
        return tuple(self._segment(question, b, c) for b, c in zip(blocks, said, strict=True))

    def _prompt(self, question: str, block: Evidence, written: str) -> str:
        passage = block_text(block) if block.strips else None
        prompt = reflective_prompt(question, passage, task=self.task, written=written)
        return prompt if block.strips else prompt + NO_RETRIEVAL

    def _segment(self, question: str, block: Evidence, said: Completion) -> Segment:
        raw, finished = _first_segment(said.text)
        draft = self._draft(question, block, clean_reply(plain_text(raw)))
        if said.cut and finished:
            draft = replace(draft, notes=(*draft.notes, "the model's answer was cut at its limit"))
        return Segment(block, draft, raw, _up_to(said.logprobs, len(raw)), finished)

    def _draft(self, question: str, block: Evidence, text: str) -> Draft:
        if is_refusal(text):
            return Draft(None, reason=FOUND_NOTHING if text else "the model wrote nothing")
        if not block.strips:
            return Draft(text, notes=(FROM_MEMORY,))
        label = self.task.is_label
        draft = self.support.check(question, text, block, mark=False, label=label)
        return self.rule.apply(draft, block)


def _first_segment(text: str) -> tuple[str, bool]:
    """The text before the next retrieval decision, and True if no decision follows.

    The decision to go on with the same evidence stays at the end of the text, where the next
    segment finds it.
    """
    places = {place: token for token in DECISIONS if (place := text.find(token)) >= 0}
    if not places:
        return text, True
    first = min(places)
    return text[: first + len(CONTINUE) if places[first] == CONTINUE else first], False


def _up_to(tokens: Sequence[Token], length: int) -> tuple[Token, ...]:
    kept: list[Token] = []
    for token in tokens:
        if length <= 0:
            break
        kept.append(token)
        length -= len(token.text)
    return tuple(kept)
