"""The gate of a reflective model for a passage, from the first token it would write."""

from __future__ import annotations

from dataclasses import dataclass

from assay.ports import TextModel
from assay.steps.answer.prompts import AnswerTask
from assay.tracing import step
from assay_strategies.critics.needs_logprobs import no_logprobs
from assay_strategies.reflect.reflection_tokens import RETRIEVE, reflective_prompt
from assay_strategies.reflect.retrieval_gates import gate_facts
from assay_strategies.reflect.token_probabilities import group_probabilities

# Enough to tell [Retrieval] from [No Retrieval] where a tokenizer cuts them into pieces.
MAX_TOKENS = 3
ALTERNATIVES = 20


@dataclass(frozen=True, slots=True)
class TokenGate:
    """Asks the model that answers whether it wants a passage first."""

    model: TextModel
    task: AnswerTask = AnswerTask.FREE

    @step("gate", gate_facts)
    def wanted(self, question: str, written: str = "") -> float:
        """The share of [Retrieval] against [No Retrieval]; one if the model says neither."""
        prompt = reflective_prompt(question, task=self.task, written=written)
        (said,) = self.model.continue_texts([prompt], max_tokens=MAX_TOKENS, logprobs=ALTERNATIVES)
        if said.text and not said.logprobs:
            raise no_logprobs()
        shares = group_probabilities(said.logprobs, 0, RETRIEVE)
        return shares[0] if shares else 1.0
