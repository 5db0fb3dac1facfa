"""The wish of a reflective model for a passage, from the first token it would write."""

from __future__ import annotations

from dataclasses import dataclass

from assay.adapters.critics.needs_logprobs import no_logprobs
from assay.ports import TextModel
from assay.steps.prompts import Task
from assay.steps.reflection import RETRIEVE, reflective_prompt
from assay.steps.retrieval_wishes import wish_facts
from assay.steps.token_probabilities import group_probabilities
from assay.tracing import step

# Enough to tell [Retrieval] from [No Retrieval] where a tokenizer cuts them into pieces.
MOST_TOKENS = 3
ALTERNATIVES = 20


@dataclass(frozen=True, slots=True)
class TokenWish:
    """Asks the model that answers whether it wants a passage first."""

    model: TextModel
    task: Task = Task.FREE

    @step("wish", wish_facts)
    def wanted(self, question: str, written: str = "") -> float:
        """The share of [Retrieval] against [No Retrieval]; one if the model says neither."""
        prompt = reflective_prompt(question, task=self.task, written=written)
        (said,) = self.model.continue_texts([prompt], max_tokens=MOST_TOKENS, logprobs=ALTERNATIVES)
        if said.text and not said.logprobs:
            raise no_logprobs()
        shares = group_probabilities(said.logprobs, 0, RETRIEVE)
        return shares[0] if shares else 1.0
