"""A chat model as a writer of segments: one sentence at a time, so that a beam has a choice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from assay.adapters.web.parallel import all_in_parallel
from assay.ports import ChatModel
from assay.steps.answer.abstain import AbstentionRule
from assay.steps.answer.model_output import clean_reply, is_refusal
from assay.steps.answer.prompts import AnswerTask, answer_prompt
from assay.steps.answer.support import SupportCheck
from assay.text.sanitise import sanitise
from assay.text.sentences import sentence_spans
from assay.tracing import silent, step
from assay.types import Draft, Evidence, Message, Role, Segment
from assay_strategies.reason.planner import DONE, says_done

GO_ON = (
    "Go on: write the next sentence, with something that is not said yet."
    f" If nothing is left to say, reply only: {DONE}"
)
FROM_MEMORY = "without evidence: the model answered from its own memory"


@dataclass(frozen=True, slots=True)
class SentenceWriter:
    """Takes the first sentence of what the model would write, then asks for the next one.

    Sentences that the text has already are passed over, because small models begin again. A model
    that has nothing new to say ends its path.
    """

    model: ChatModel
    task: AnswerTask = AnswerTask.LONG
    cite: bool = True
    may_decline: bool = True
    support: SupportCheck = field(default_factory=SupportCheck)
    rule: AbstentionRule = field(default_factory=AbstentionRule)
    max_tokens: int = 100
    temperature: float = 0.0
    workers: int = 4

    @step("write", lambda segments: {"segments": len(segments)})
    def write(
        self, question: str, blocks: Sequence[Evidence], written: str = ""
    ) -> tuple[Segment, ...]:
        """The next sentence from each block, in the same order."""
        tasks = [partial(self._segment, question, block, written) for block in blocks]
        with silent():
            return tuple(all_in_parallel(tasks, self.workers))

    def _segment(self, question: str, block: Evidence, written: str) -> Segment:
        prompt = answer_prompt(
            self.task, question, block, cite=self.cite, may_decline=self.may_decline
        )
        if written:
            prompt += (Message(Role.ASSISTANT, sanitise(written)), Message(Role.USER, GO_ON))
        said = self.model.complete(prompt, max_tokens=self.max_tokens, temperature=self.temperature)
        text = clean_reply(said.text)
        sentences = [text[start:end].strip() for start, end in sentence_spans(text)]
        if is_refusal(text) or not any(sentences):
            return Segment(block, Draft(None, reason="the model wrote no sentence"))
        sentence = _first_new(sentences, written)
        if not sentence:
            return Segment(block, Draft(None, reason="the model has nothing more to say"))
        # A first reply of one whole sentence is all that the model has to say.
        whole = not written and len(sentences) == 1 and not said.cut
        draft = self._checked(question, block, sentence)
        return Segment(block, draft, raw=f"{sentence} ", finished=whole)

    def _checked(self, question: str, block: Evidence, sentence: str) -> Draft:
        """The sentence tied to its sources; what nothing in the block says is withheld."""
        if not block.strips:
            return Draft(sentence, notes=(FROM_MEMORY,))
        draft = self.support.check(question, sentence, block, mark=self.cite)
        if not draft.text:
            return replace(draft, text=None, reason="the model wrote nothing that can be checked")
        return self.rule.apply(draft, block)


def _first_new(sentences: Sequence[str], written: str) -> str:
    """The first new sentence; empty if there is none before the model says that it is done."""
    for sentence in sentences:
        if says_done(sentence):
            return ""
        if sentence and sentence not in written:
            return sentence
    return ""
