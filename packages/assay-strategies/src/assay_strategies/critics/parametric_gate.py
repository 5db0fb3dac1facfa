"""The gate for a passage of any chat model: it is wanted unless the model is sure of its words."""

from __future__ import annotations

from dataclasses import dataclass

from assay.ports import ChatModel
from assay.steps.answer.model_output import clean_reply, is_refusal
from assay.steps.answer.prompts import AnswerTask, answer_prompt
from assay.tracing import step
from assay.types import Evidence
from assay_strategies.reflect.retrieval_gates import gate_facts
from assay_strategies.reflect.token_probabilities import mean_likelihood


@dataclass(frozen=True, slots=True)
class ParametricGate:
    """Lets a model answer from memory and doubts it as much as the model doubts its own words."""

    model: ChatModel
    task: AnswerTask = AnswerTask.FREE
    max_tokens: int = 64

    @step("gate", gate_facts)
    def wanted(self, question: str, written: str = "") -> float:
        """One minus the mean probability of the words; one if it declines or shows no doubts."""
        said = self.model.complete(
            answer_prompt(self.task, question, Evidence()), max_tokens=self.max_tokens, logprobs=1
        )
        if is_refusal(clean_reply(said.text)):
            return 1.0
        return 1.0 - mean_likelihood(said.logprobs)
