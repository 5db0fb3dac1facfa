"""Answers from any language model, held to the evidence it was given."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum

from assay.adapters.chat.within_context import within_context
from assay.ports import ChatModel
from assay.steps.answer.entry_prompt import MAX_CHARACTERS, entry_prompt, fitting_entries
from assay.steps.answer.markers import take_markers
from assay.steps.answer.model_output import (
    clean_reply,
    is_refusal,
    loop_start,
    without_repeats,
)
from assay.steps.answer.prompts import AnswerTask, answer_prompt
from assay.steps.answer.support import WITHHELD, SupportCheck
from assay.text.sentences import segments
from assay.tracing import step, voiced
from assay.types import Completion, Draft, Evidence, Facts, Message

CUT_AT_ONCE = "the model's answer was cut off in its first sentence"
EMPTY = "the model wrote nothing"
UNUSABLE = "the model wrote nothing that can be checked"
CUT_OFF = "the model's answer was cut off at its limit"
FROM_MEMORY = "without evidence: the model answered from its own memory"
TOO_LONG = "the model's context is too small for all of the evidence: it read only the best of it"
LEFT_OUT = "the model's context (model.context) has room for {} of {} entries: it read only these"


class PromptForm(StrEnum):
    """Which prompt: entries as the document has them, or the papers' numbered lines."""

    ENTRIES = "entries"
    NUMBERED = "numbered"


ENDINGS = (".", "!", "?", "…", "。", "]", '"', "”", ")", "`")
"""What the last character of a whole sentence can be."""


def _facts(draft: Draft) -> Facts:
    return {"text": draft.text, "citations": len(draft.citations), "reason": draft.reason}


@dataclass(frozen=True, slots=True)
class ChatGenerator:
    """Asks a model to answer from evidence, then checks every sentence it wrote.

    What comes out of the model is untrusted: it is tidied, its markers are verified and its
    sentences tied to sources here, whatever it claims. `room` is how many characters of evidence
    fit into the model's context. With `may_decline` the papers' prompts say how to decline; whole
    entries come without such a sentence, which makes small models give up what they can answer.
    """

    model: ChatModel
    task: AnswerTask = AnswerTask.FREE
    cite: bool = True
    may_decline: bool = True
    support: SupportCheck = field(default_factory=SupportCheck)
    max_tokens: int = 256
    temperature: float = 0.0
    answers_without_evidence: bool = False
    prompt: PromptForm = PromptForm.NUMBERED
    room: int = MAX_CHARACTERS

    @step("generate", _facts)
    def generate(self, question: str, evidence: Evidence) -> Draft:
        """The model's answer with citations, or none when it declines or writes nothing."""
        if not evidence.strips and not self.answers_without_evidence:
            return Draft(None, reason="there is no evidence to answer from")
        completion, notes = self._asked(question, evidence)
        text = clean_reply(completion.text)
        if self._by_entries(evidence):
            text = without_repeats(text)
        if completion.cut and not self.task.is_label and loop_start(completion.text) is None:
            text = _whole_sentences(text)
            if not text:
                return Draft(None, reason=CUT_AT_ONCE, notes=notes)
        if is_refusal(text):
            reason = "the model found no answer in the evidence" if text else EMPTY
            return Draft(None, reason=reason, notes=notes)
        label = self.task.is_label
        draft = self.support.check(
            question, text, evidence, mark=self.cite and not label, label=label
        )
        if not draft.text:
            denied = WITHHELD in draft.notes
            reason = WITHHELD if denied else UNUSABLE
            return Draft(None, reason=reason, notes=notes)
        if completion.cut:
            notes += (CUT_OFF,)
        if not evidence.strips:
            notes += (FROM_MEMORY,)
        return replace(draft, notes=draft.notes + notes)

    def _asked(self, question: str, evidence: Evidence) -> tuple[Completion, tuple[str, ...]]:
        """The model's reply, with notes; what is too long for it is asked again with less."""
        if self.prompt is PromptForm.NUMBERED or not self._by_entries(evidence):
            return self._numbered(question, evidence), ()

        def asked(room: int) -> Completion:
            return self._reply(entry_prompt(question, evidence, room=room))

        completion, is_less = within_context(asked, self.room)
        return completion, (TOO_LONG,) if is_less else self._left_out(evidence)

    def _left_out(self, evidence: Evidence) -> tuple[str, ...]:
        """A note where the context that the settings name has no room for all entries."""
        given = len(evidence.strips)
        if self.room >= MAX_CHARACTERS:  # that limit is ours
            return ()
        fit = len(fitting_entries(evidence, self.room))
        return (LEFT_OUT.format(fit, given),) if fit < given else ()

    def _by_entries(self, evidence: Evidence) -> bool:
        """True where a question of any kind is answered from evidence; a task has its own words."""
        return self.task is AnswerTask.FREE and bool(evidence.strips)

    def _numbered(self, question: str, evidence: Evidence) -> Completion:
        prompt, cite = self._numbered_prompt, self.cite
        completion = self._reply(prompt(question, evidence, cite))
        if cite and _only_points(completion.text, evidence):
            # Markers are found here anyway; a small model that must write them may write no more.
            completion = self._reply(prompt(question, evidence, False))
        return completion

    def _numbered_prompt(
        self, question: str, evidence: Evidence, cite: bool
    ) -> tuple[Message, ...]:
        decline = self.may_decline
        return answer_prompt(self.task, question, evidence, cite=cite, may_decline=decline)

    def _reply(self, prompt: tuple[Message, ...]) -> Completion:
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
