"""Yes or no from an entry: which of the two the evidence supports, by the verifier."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from assay.ports import NliScorer
from assay.reader.candidate import Candidate
from assay.text.overlap import is_negated
from assay.types import Draft, Form, Passage

# The log of the ratio of what speaks for both, from which on one of them is said aloud.
CLEAR = 0.8
# What a "not" in the deciding sentence is worth: the scorer reads past it too often.
NEGATION = 1.0
# What says less than this for either, of two at most, is silent.
SPOKEN = 0.5
_SMALL = 0.02


@dataclass(frozen=True, slots=True)
class YesNo:
    """The decision on a yes-no question: None where the evidence leaves it open."""

    answer: bool | None
    ratio: float

    @property
    def sure(self) -> float:
        """How likely the decision is, as far as this sentence tells."""
        return 1 / (1 + math.exp(-abs(self.ratio)))


def decide(nli: NliScorer, question: str, deciding: Passage) -> YesNo:
    """Compares how well a sentence supports one answer and contradicts the other."""
    yes, no = nli.nli([(f"{question} Yes.", deciding), (f"{question} No.", deciding)])
    for_yes, for_no = yes.supported + no.contradicted, no.supported + yes.contradicted
    ratio = math.log((for_yes + _SMALL) / (for_no + _SMALL))
    if is_negated(deciding.text) and not is_negated(question):
        ratio -= NEGATION
    decided = abs(ratio) >= CLEAR and max(for_yes, for_no) >= SPOKEN
    return YesNo(ratio > 0 if decided else None, ratio)


def decided(nli: NliScorer, question: str, candidate: Candidate) -> YesNo:
    """The decision of the sentence in a candidate that fits the question best."""
    start, end = candidate.key
    text = candidate.passage.text[start:end]
    return decide(nli, question, replace(candidate.passage, text=text))


def with_word(decision: YesNo, plain: Draft) -> Draft:
    """The entry behind the yes or no that it says."""
    word = "Yes." if decision.answer else "No."
    text = f"{word}\n\n{plain.text}"
    moved = tuple(
        replace(c, answer_start=c.answer_start + len(word) + 2, answer_end=len(text))
        for c in plain.citations
    )
    return replace(plain, text=text, citations=moved, form=Form.YES_NO)
