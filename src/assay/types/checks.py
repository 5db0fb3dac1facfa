"""What a verifier says of an answer, sentence by sentence and as a whole (CoV-RAG, section 2)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from assay.types.drafts import Citation


class NliLabel(StrEnum):
    """What the evidence says of one sentence."""

    SUPPORTED = "supported"
    CONTRADICTED = "contradicted"
    ABSENT = "absent"


@dataclass(frozen=True, slots=True)
class NliScores:
    """How likely one text supports a claim, contradicts it, or is silent; they sum to one."""

    supported: float
    contradicted: float
    absent: float


@dataclass(frozen=True, slots=True)
class SentenceCheck:
    """One sentence of an answer, `answer[start:end]`, and the span of a source that decides it.

    `score` is the probability that the evidence supports the sentence; `span` is where it is
    supported or contradicted, None where the evidence is silent.
    """

    start: int
    end: int
    label: NliLabel
    score: float
    span: Citation | None = None


class Outcome(StrEnum):
    """What a check comes to."""

    SUPPORTED = "supported"
    UNSUPPORTED = "not supported"
    CONTRADICTED = "contradicted"


@dataclass(frozen=True, slots=True)
class Check:
    """The scores of an answer from 0 to 1, the judgment, and a better query where one is needed.

    `reference_score` is how well the evidence fits the question, `correctness` how likely the text
    answers it rightly, `citation_accuracy` the share of citations that hold, `truthfulness` the
    share of the text that the evidence supports, `bias` how loaded the wording is (high is bad),
    `conciseness` how little is said in vain. An empty `revised_question` leaves nothing to ask.
    """

    reference_score: float
    correctness: float
    citation_accuracy: float
    truthfulness: float
    bias: float
    conciseness: float
    judgment: bool
    revised_question: str = ""
    sentences: tuple[SentenceCheck, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def outcome(self) -> Outcome:
        """Supported, contradicted by what it cites, or neither: then nobody knows."""
        if self.judgment:
            return Outcome.SUPPORTED
        denied = any(each.label is NliLabel.CONTRADICTED for each in self.sentences)
        return Outcome.CONTRADICTED if denied else Outcome.UNSUPPORTED
