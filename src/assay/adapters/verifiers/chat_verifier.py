"""A language model as the verifier: the chain of CoV-RAG as a form that it fills in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from assay.adapters.verifiers.trained import TrainedVerifier, check_facts
from assay.errors import BudgetSpentError, ServiceError, SettingsError
from assay.ports import ChatModel, Verifier
from assay.steps.verify.cov_form import cleaned_query, cov_prompt, read_form, reference_line
from assay.steps.verify.cov_prompts import chain_prompt, direct_prompt
from assay.steps.verify.word_overlap_nli import WordOverlapNli
from assay.tracing import step
from assay.types import Check, Draft, Evidence, Message, Role

MAX_REPLY = {"chain": 300, "direct": 60, "cov": 200, "cov_direct": 60}
VALID, BROKEN = "the form was valid", "the form was broken"


class Asking(StrEnum):
    """How the model is asked."""

    CHAIN = "chain"  # any chat model: score, then judge, then rewrite
    DIRECT = "direct"  # the ablation: a new query and nothing else
    COV = "cov"  # a model fine-tuned on the form
    COV_DIRECT = "cov_direct"  # a model fine-tuned on the ablation


def _by_words() -> Verifier:
    return TrainedVerifier(WordOverlapNli())


@dataclass(frozen=True, slots=True)
class ChatVerifier:
    """Asks a model for the form; whatever is missing in it is measured by words instead.

    The sentences and their spans are always found by `measured`: a model's word is no proof.
    """

    model: ChatModel
    asking: Asking = Asking.CHAIN
    measured: Verifier = field(default_factory=_by_words)

    def __post_init__(self) -> None:
        """Take the way of asking by its name too, as settings give it."""
        try:
            object.__setattr__(self, "asking", Asking(self.asking))
        except ValueError:
            raise SettingsError(
                f"'{self.asking}' is not a way of asking a verifier",
                hint=f"choose one of: {', '.join(Asking)}",
            ) from None

    @step("verify", check_facts)
    def verify(
        self, question: str, evidence: Evidence, draft: Draft, *, asked: Sequence[str] = ()
    ) -> Check:
        """The model's scores, judgment and query, as far as it gives them."""
        check = self.measured.verify(question, evidence, draft, asked=asked)
        text = (draft.text or "").strip()
        try:
            reply = self._ask(question, evidence, text, asked)
        except (BudgetSpentError, ServiceError) as error:
            return replace(check, notes=(*check.notes, f"the model was not asked: {error}"))
        directly = self.asking in (Asking.DIRECT, Asking.COV_DIRECT)
        read = _with_query if directly else _with_form
        check = read(check, reply) if text else _of_refusal(check, read(check, reply))
        tried = {_same(query) for query in (question, *asked)}
        return (
            replace(check, revised_question="") if _same(check.revised_question) in tried else check
        )

    def _ask(self, question: str, evidence: Evidence, text: str, asked: Sequence[str]) -> str:
        prompt: Sequence[Message]
        match self.asking:
            case Asking.CHAIN:
                prompt = chain_prompt(question, evidence, text, asked)
            case Asking.DIRECT:
                prompt = direct_prompt(question, evidence, text, asked)
            case Asking.COV | Asking.COV_DIRECT as asking:
                references = [reference_line(strip) for strip in evidence.strips]
                direct = asking is Asking.COV_DIRECT
                shown = cov_prompt(question, references, text, direct=direct)
                prompt = [Message(Role.USER, shown)]
        return self.model.complete(prompt, max_tokens=MAX_REPLY[self.asking]).text


def _with_form(check: Check, reply: str) -> Check:
    """The check as the form says, with a note on whether the form was valid."""
    form = read_form(reply)
    note = f"{BROKEN}: {'; '.join(form.problems)}" if form.problems else VALID
    judgment = check.judgment if form.judgment is None else form.judgment
    # What was judged right needs no query; one that the model wrote all the same is kept, because
    # it is the indicator that decides whether to look again.
    measured = "" if judgment else check.revised_question
    scores: dict[str, Any] = dict(form.scores)
    return replace(
        check,
        **scores,
        judgment=judgment,
        revised_question=form.revised_question or measured,
        notes=(*check.notes, note),
    )


def _with_query(check: Check, reply: str) -> Check:
    """The check with the model's query; no query means that the model found no fault."""
    query = cleaned_query(reply)
    return replace(check, judgment=not query, revised_question=query)


def _of_refusal(measured: Check, read: Check) -> Check:
    """The check of a refusal: there is nothing to score, the model says what to look for."""
    return replace(measured, revised_question=read.revised_question or measured.revised_question)


def _same(query: str) -> str:
    return " ".join(query.casefold().split())
