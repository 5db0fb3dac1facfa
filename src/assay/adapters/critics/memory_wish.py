"""The wish for a passage of any chat model: it is wanted unless the model is sure of its words."""

from __future__ import annotations

from dataclasses import dataclass

from assay.ports import ChatModel
from assay.steps.prompts import Task, answer_prompt
from assay.steps.retrieval_wishes import wish_facts
from assay.steps.tidy import is_refusal, tidy
from assay.steps.token_probabilities import mean_likelihood
from assay.tracing import step
from assay.types import Evidence


@dataclass(frozen=True, slots=True)
class MemoryWish:
    """Lets a model answer from memory and doubts it as much as the model doubts its own words."""

    model: ChatModel
    task: Task = Task.FREE
    max_tokens: int = 64

    @step("wish", wish_facts)
    def wanted(self, question: str, written: str = "") -> float:
        """One minus the mean probability of the words; one if it declines or shows no doubts."""
        said = self.model.complete(
            answer_prompt(self.task, question, Evidence()), max_tokens=self.max_tokens, logprobs=1
        )
        if is_refusal(tidy(said.text)):
            return 1.0
        return 1.0 - mean_likelihood(said.logprobs)
