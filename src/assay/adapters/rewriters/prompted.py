"""Keywords from a language model: the few-shot prompt of the CRAG paper (Table 7).

The model sees the question and nothing else, so a query can carry no document and no history.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from assay.adapters.rewriters.keyword import KeywordRewriter
from assay.errors import ServiceError
from assay.ports import ChatModel
from assay.text.keywords import MAX_KEYWORDS, MAX_QUERY
from assay.text.sanitise import visible
from assay.tracing import step
from assay.types import Message, Role

MAX_REPLY = 60  # tokens; three keywords need far fewer
_LABEL = re.compile(r"^\s*(?:query|queries|keywords?)\s*:\s*", re.IGNORECASE)


class RewriteTask(StrEnum):
    """What kind of text is to be turned into a query."""

    QUESTION = "question"
    CLAIM = "claim"
    CHOICE = "choice"


QUESTION_PROMPT = """Extract at most three keywords separated by comma from the following \
dialogues and questions as queries for the web search, including topic background within \
dialogues and main intent within questions.

question: What is Henry Feilden's occupation?
query: Henry Feilden, occupation

question: In what city was Billy Carlson born?
query: city, Billy Carlson, born

question: What is the religion of John Gwynn?
query: religion of John Gwynn

question: What sport does Kiribati men's national basketball team play?
query: sport, Kiribati men's national basketball team play

question: {question}
query:"""

CLAIM_PROMPT = """Extract at most three keywords separated by comma from the following claim as \
queries for the web search, so that pages are found which confirm or refute it. Name the subject \
and what is said of it; leave out whether it is said to be true.

claim: Drinking two litres of water a day cures migraine.
query: water intake, migraine, treatment

claim: A new law in Norway forbids the sale of petrol cars after 2025.
query: Norway, petrol car sales ban, 2025

claim: The measles vaccine does not protect adults.
query: measles vaccine, adults, effectiveness

claim: {question}
query:"""

CHOICE_PROMPT = """Extract at most three keywords separated by comma from the following \
multiple-choice question as queries for the web search. Name the fact that decides between the \
choices, not the choices themselves.

question: A student drops a feather and a stone in a vacuum. Which lands first? \
A: the feather B: the stone C: both together
query: free fall in vacuum, mass, acceleration

question: Which part of a plant cell makes sugar from light? A: nucleus B: chloroplast C: cell wall
query: plant cell, photosynthesis, organelle

question: Why does the Moon have phases? A: clouds B: its orbit around Earth C: eclipses
query: Moon phases, cause

question: {question}
query:"""

PROMPTS = {
    RewriteTask.QUESTION: QUESTION_PROMPT,
    RewriteTask.CLAIM: CLAIM_PROMPT,
    RewriteTask.CHOICE: CHOICE_PROMPT,
}


@dataclass(frozen=True, slots=True)
class PromptedRewriter:
    """Asks a language model for keywords; rules take over when it is down or says nothing."""

    model: ChatModel
    task: RewriteTask = RewriteTask.QUESTION
    fallback: KeywordRewriter = KeywordRewriter()  # noqa: RUF009 - frozen, without fields

    @step("rewrite", lambda query: {"query": query})
    def rewrite(self, question: str) -> str:
        """At most three keywords, separated by commas."""
        prompt = PROMPTS[self.task].format(question=" ".join(visible(question).split()))
        try:
            reply = self.model.complete([Message(Role.USER, prompt)], max_tokens=MAX_REPLY)
        except ServiceError:
            return self.fallback.rewrite(question)
        return cleaned(reply.text) or self.fallback.rewrite(question)


def cleaned(reply: str) -> str:
    """The first line of a reply, as at most three keywords, whatever else the model says."""
    lines = [line for line in visible(reply).splitlines() if line.strip()]
    if not lines:
        return ""
    parts = [part.strip(" \t\"'`*.;") for part in _LABEL.sub("", lines[0]).split(",")]
    return ", ".join([part for part in parts if part][:MAX_KEYWORDS])[:MAX_QUERY]
