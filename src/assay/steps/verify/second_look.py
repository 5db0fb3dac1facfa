"""A second check of sentences that share words with the evidence, by their meaning.

Words alone cannot see a wrong name among right words, "needs" for "does not need", or an order that
is no statement at all. The verifier's network can, and its guards of names, numbers and denials.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assay.steps.answer.support import DENIED
from assay.steps.verify.claims import Claim, claims_of
from assay.steps.verify.sentence_checks import Finding, SentenceVerifier
from assay.text.quotations import MIN_QUOTE_WORDS, said_word_for_word
from assay.types import Evidence, NliLabel

# Below this chance of support a sentence is not cited; chosen on human judgements, see
# docs/results.md. It is lower than the verifier's own border: here the words speak for it too.
HOLDS_FROM = 0.4
NOT_SAID = "the evidence has its words but does not say so"


@dataclass(frozen=True, slots=True)
class SecondLook:
    """Objects to sentences that the verifier finds no support for."""

    verifier: SentenceVerifier
    holds_from: float = HOLDS_FROM

    def objections(
        self, question: str, evidence: Evidence, sentences: Sequence[str]
    ) -> tuple[str, ...]:
        """For each sentence why it cannot be cited, or an empty text."""
        claims = [claim for each in sentences for claim in claims_of(each)[:1]]
        if len(claims) != len(sentences):  # one of them holds no words
            return tuple(NOT_SAID for _ in sentences)
        found = self.verifier.findings(question, evidence, claims)
        return tuple(
            "" if _stands_there(each.claim, evidence) else self._objection(each) for each in found
        )

    def _objection(self, found: Finding) -> str:
        if found.check.label is NliLabel.CONTRADICTED:
            return DENIED
        return found.objection or ("" if found.check.score >= self.holds_from else NOT_SAID)


def _stands_there(claim: Claim, evidence: Evidence) -> bool:
    """True for a sentence that the evidence has word for word, however short.

    The network reads a short claim behind its question, and then doubts what stands there. A name
    or a date alone is no sentence: whether it answers is what has to be looked at.
    """
    if len(claim.text.split()) < MIN_QUOTE_WORDS:
        return False
    return any(said_word_for_word(claim.text, strip.text) for strip in evidence.strips)
