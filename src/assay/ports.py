"""The ports of assay: one Protocol for each replaceable part, with one method each.

Any object with the right method fits; nothing needs to inherit from these.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from assay.types import (
    Answer,
    Check,
    Completion,
    Complexity,
    Draft,
    Evidence,
    Findings,
    Hit,
    Message,
    NliScores,
    PagesRead,
    Passage,
    Reflection,
    Scored,
    Segment,
    Strip,
    Thresholds,
    Verdict,
)


@runtime_checkable
class Retriever(Protocol):
    """Finds passages for a question."""

    def retrieve(self, question: str) -> tuple[Passage, ...]:
        """The passages that fit best, best first."""
        ...


@runtime_checkable
class RelevanceScorer(Protocol):
    """Scores each passage for the question: the retrieval evaluator of CRAG."""

    def score(self, question: str, passages: Sequence[Passage]) -> list[float]:
        """One score from -1 to 1 for each passage, in the same order."""
        ...


@runtime_checkable
class ActionTrigger(Protocol):
    """Turns the scores of a retrieval into one of three actions."""

    def trigger(self, scored: Sequence[Scored], thresholds: Thresholds) -> Verdict:
        """The verdict on the retrieval as a whole."""
        ...


@runtime_checkable
class StripScorer(Protocol):
    """Scores strips of passages for the question, for refinement."""

    def score_strips(self, question: str, strips: Sequence[Strip]) -> list[float]:
        """One score from -1 to 1 for each strip, in the same order."""
        ...


@runtime_checkable
class Refiner(Protocol):
    """Reduces judged passages to the strips that matter."""

    def refine(self, question: str, scored: Sequence[Scored]) -> Evidence:
        """The strips worth keeping, in reading order."""
        ...


@runtime_checkable
class QueryRewriter(Protocol):
    """Turns a question into a query for a search engine."""

    def rewrite(self, question: str) -> str:
        """The words to search for."""
        ...


@runtime_checkable
class KnowledgeSearch(Protocol):
    """Searches for knowledge outside the index."""

    def search(self, query: str) -> Findings:
        """External passages for the query, best first, with notes on the path taken."""
        ...


@runtime_checkable
class SearchEngine(Protocol):
    """Finds pages for a query: one web search service."""

    def find(self, query: str) -> tuple[Hit, ...]:
        """The pages that fit best, best first."""
        ...


@runtime_checkable
class PageReader(Protocol):
    """Reads the pages behind addresses."""

    def read(self, urls: Sequence[str]) -> PagesRead:
        """The pages that could be read, in the order of the addresses, and notes on the rest."""
        ...


@runtime_checkable
class Generator(Protocol):
    """Answers a question from evidence, or declines."""

    def generate(self, question: str, evidence: Evidence) -> Draft:
        """An answer with citations, or a draft without text that says why."""
        ...


@runtime_checkable
class KnowsByItself(Protocol):
    """A generator that may be asked without any evidence says so with this property."""

    @property
    def answers_without_evidence(self) -> bool:
        """True if it answers from memory when there is no evidence."""
        ...


def knows_by_itself(generator: Generator) -> bool:
    """True when the generator says that it answers without evidence."""
    return isinstance(generator, KnowsByItself) and generator.answers_without_evidence


@runtime_checkable
class ChatModel(Protocol):
    """Continues a conversation: any language model, served or local.

    There is no second method for streaming: a model writes each piece it produces to
    `tracing.say`, which reaches `Engine.stream` when somebody listens there.
    """

    def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int = 256,
        temperature: float = 0.0,
        logprobs: int = 0,
    ) -> Completion:
        """The model's next turn; `logprobs` asks for so many alternatives at each token."""
        ...


@runtime_checkable
class TextModel(Protocol):
    """Continues a text as it stands, without a chat around it, as Self-RAG's models need."""

    def continue_texts(
        self, prompts: Sequence[str], *, max_tokens: int = 256, logprobs: int = 0
    ) -> list[Completion]:
        """The likeliest continuation of each prompt, in the same order."""
        ...


@runtime_checkable
class WordIdf(Protocol):
    """Knows the inverse document frequency (IDF) of the words of a collection."""

    def idf(self, stem: str) -> float:
        """The IDF of a stem: 0 for one in every passage, highest for one in none."""
        ...


@runtime_checkable
class Embedder(Protocol):
    """Maps texts to unit vectors whose inner product is similarity."""

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row for each text, each of length one."""
        ...


@runtime_checkable
class Strategy(Protocol):
    """Answers a question: one paper's algorithm over the other ports."""

    def answer(self, question: str, query: str | None = None) -> Answer:
        """The answer, or the reasoned refusal.

        `query` are other words to look with than the question's: CoV-RAG asks again with them.
        """
        ...


@runtime_checkable
class QuestionPreparer(Protocol):
    """Turns a question as it was typed into one that can be looked up."""

    def prepare(self, question: str) -> str:
        """The question to ask in its place; the same where nothing is misspelt."""
        ...


@runtime_checkable
class Verifier(Protocol):
    """Checks an answer against its evidence: the chain of verification of CoV-RAG."""

    def verify(
        self, question: str, evidence: Evidence, draft: Draft, *, asked: Sequence[str] = ()
    ) -> Check:
        """Scores, judgment and, unless all is well, a query that is none of those `asked`."""
        ...


@runtime_checkable
class NliScorer(Protocol):
    """Labels a claim against a text: supported, contradicted or absent (NLI)."""

    def nli(self, pairs: Sequence[tuple[str, Passage]]) -> list[NliScores]:
        """The probabilities of the labels for each pair, in the same order.

        A claim that needs its question, such as "Paris.", is given as the question, a space and
        the claim.
        """
        ...


@runtime_checkable
class RetrievalGate(Protocol):
    """Decides whether what comes next needs a passage: Self-RAG's token Retrieve."""

    def wanted(self, question: str, written: str = "") -> float:
        """How likely a passage is wanted, from 0 to 1, after what was `written` so far."""
        ...


@runtime_checkable
class SegmentWriter(Protocol):
    """Writes the next piece of an answer, once for each block of evidence."""

    def write(
        self, question: str, blocks: Sequence[Evidence], written: str = ""
    ) -> tuple[Segment, ...]:
        """One segment for each block, in the same order; an empty block asks the memory."""
        ...


@runtime_checkable
class Critic(Protocol):
    """Scores segments as Self-RAG does: relevance, support and utility."""

    def reflect(self, question: str, segments: Sequence[Segment]) -> list[Reflection]:
        """The probabilities of the reflection tokens for each segment, in the same order."""
        ...


@runtime_checkable
class ComplexityClassifier(Protocol):
    """Classifies before retrieval how much of it a question needs (Adaptive-RAG)."""

    def classify(self, question: str) -> Complexity:
        """Whether it needs no retrieval, one, or several."""
        ...


@runtime_checkable
class Indicator(Protocol):
    """Decides after a check whether to ask again: the indicator of CoV-RAG."""

    def fires(self, check: Check) -> bool:
        """True when a new round is worth its cost."""
        ...
