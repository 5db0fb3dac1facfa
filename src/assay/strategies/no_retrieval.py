"""No retrieval: what a language model knows by itself, the lowest baseline of the papers."""

from __future__ import annotations

from dataclasses import dataclass

from assay.ports import Generator, knows_by_itself
from assay.steps.answer.conclude import conclude, draft_answer
from assay.types import Answer, Draft, Evidence

ONLY_FROM_EVIDENCE = "this generator answers only from evidence, and here there is none"
CURE = "choose --generator chat, local or transformers, or a strategy that retrieves"


@dataclass(frozen=True, slots=True)
class NoRetrieval:
    """Asks the generator without any evidence."""

    generator: Generator

    def answer(self, question: str, query: str | None = None) -> Answer:
        """The generator's answer from memory; there is no place to look, whatever the query."""
        evidence = Evidence()
        if knows_by_itself(self.generator):
            draft = draft_answer(self.generator, question, evidence)
        else:
            draft = Draft(None, reason=ONLY_FROM_EVIDENCE, notes=(CURE,))
        return conclude(question, "no_retrieval", evidence, draft)
