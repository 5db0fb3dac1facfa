"""No retrieval at all: what a language model knows by itself, the lowest line of the papers."""

from __future__ import annotations

from dataclasses import dataclass

from assay.ports import Generator
from assay.steps.conclude import conclude, draft_answer
from assay.types import Answer, Draft, Evidence

ONLY_FROM_EVIDENCE = "this generator answers only from evidence, and here there is none"
CURE = "choose --generator chat, local or transformers, or a strategy that retrieves"


@dataclass(frozen=True, slots=True)
class NoRetrieval:
    """Ask the generator and nothing else."""

    generator: Generator

    def answer(self, question: str) -> Answer:
        """The generator's answer from memory, without any source to cite."""
        evidence = Evidence()
        if getattr(self.generator, "answers_without_evidence", False):
            draft = draft_answer(self.generator, question, evidence)
        else:
            draft = Draft(None, reason=ONLY_FROM_EVIDENCE, notes=(CURE,))
        return conclude(question, "no_retrieval", evidence, draft)
