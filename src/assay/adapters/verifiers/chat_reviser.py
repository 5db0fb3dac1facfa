"""A language model that writes the revised question, for a verifier that is none itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assay.errors import BudgetSpentError, ServiceError
from assay.ports import ChatModel
from assay.steps.verify.cov_form import cleaned_query
from assay.steps.verify.cov_prompts import direct_prompt
from assay.steps.verify.revise import content_stems, revise
from assay.types import Evidence

MAX_REPLY = 60


@dataclass(frozen=True, slots=True)
class ChatReviser:
    """Asks the model; rules take over when it is down, says nothing new, or loses the subject."""

    model: ChatModel

    def __call__(
        self,
        question: str,
        evidence: Evidence,
        unsupported: Sequence[str],
        asked: Sequence[str],
    ) -> str:
        """The model's question, or the one that rules make."""
        prompt = direct_prompt(question, evidence, " ".join(unsupported), asked)
        try:
            query = cleaned_query(self.model.complete(prompt, max_tokens=MAX_REPLY).text)
        except (BudgetSpentError, ServiceError):
            query = ""
        tried = {" ".join(each.casefold().split()) for each in (question, *asked)}
        new = " ".join(query.casefold().split()) not in tried
        if query and new and set(content_stems(query)) & set(content_stems(question)):
            return query
        return revise(question, evidence, unsupported, asked)
