"""Answers from any language model, held to the evidence it was given."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from assay.ports import ChatModel
from assay.steps.answer.markers import take_markers
from assay.steps.answer.model_output import clean_reply, is_refusal, loop_start
from assay.steps.answer.prompts import AnswerTask, answer_prompt
from assay.steps.answer.support import SupportCheck
from assay.text.sentences import segments
from assay.tracing import step, voiced
from assay.types import Completion, Draft, Evidence, Facts

ENDINGS = (".", "!", "?", "…", "。", "]", '"', "”", ")", "`")
"""What the last character of a whole sentence can be."""


def _facts(draft: Draft) -> Facts:
    return {"text": draft.text, "citations": len(draft.citations), "reason": draft.reason}


@dataclass(frozen=True, slots=True)
class ChatGenerator:
    """Asks a model to answer from numbered evidence, then checks every sentence it wrote.

    What comes out of the model is untrusted: it is tidied, its markers are verified and its
    sentences tied to sources here, whatever it claims.
    """

    model: ChatModel
    task: AnswerTask = AnswerTask.FREE
    cite: bool = True
    may_decline: bool = True
    support: SupportCheck = field(default_factory=SupportCheck)
    max_tokens: int = 256
    temperature: float = 0.0
    answers_without_evidence: bool = False

    @step("generate", _facts)
    def generate(self, question: str, evidence: Evidence) -> Draft:
        """The model's answer with citations, or none when it declines or writes nothing."""
        if not evidence.strips and not self.answers_without_evidence:
            return Draft(None, reason="there is no evidence to answer from")
        completion = self._reply(question, evidence, cite=self.cite)
        if self.cite and _only_points(completion.text, evidence):
            # Markers are found here anyway; a small model that must write them may write no more.
            completion = self._reply(question, evidence, cite=False)
        text = clean_reply(completion.text)
        if completion.cut and not self.task.is_label and loop_start(completion.text) is None:
            text = _whole_sentences(text)
            if not text:
                return Draft(None, reason="the model's answer was cut off in its first sentence")
        if is_refusal(text):
            reason = (
                "the model found no answer in the evidence" if text else "the model wrote nothing"
            )
            return Draft(None, reason=reason)
        label = self.task.is_label
        draft = self.support.check(
            question, text, evidence, mark=self.cite and not label, label=label
        )
        if not draft.text:
            return Draft(None, reason="the model wrote nothing that can be checked")
        notes = draft.notes
        if completion.cut:
            notes += ("the model's answer was cut off at its limit",)
        if not evidence.strips:
            notes += ("without evidence: the model answered from its own memory",)
        return replace(draft, notes=notes)

    def _reply(self, question: str, evidence: Evidence, *, cite: bool) -> Completion:
        prompt = answer_prompt(
            self.task, question, evidence, cite=cite, may_decline=self.may_decline
        )
        with voiced():
            return self.model.complete(
                prompt, max_tokens=self.max_tokens, temperature=self.temperature
            )


def _only_points(reply: str, evidence: Evidence) -> bool:
    """True for "[5]": a marker where an answer was asked for."""
    text = clean_reply(reply)
    return bool(text) and not take_markers(text, len(evidence.strips)).text.strip(" .,;:")


def _whole_sentences(text: str) -> str:
    """The text without a last sentence that was cut off."""
    found = segments(text)
    if found and not text[: found[-1][1]].endswith(ENDINGS):
        found.pop()
    return text[: found[-1][1]] if found else ""
