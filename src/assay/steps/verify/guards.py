"""What the words of a claim and a strip decide, whatever the network thinks of them."""

from __future__ import annotations

from dataclasses import replace

from assay.steps.answer.support import DENIED
from assay.steps.verify.claims import Claim
from assay.steps.verify.grounding import groundless
from assay.steps.verify.negation import negation_differs
from assay.steps.verify.roles import counts_swapped, roles_swapped
from assay.steps.verify.scope import exception_ignored, widened
from assay.text.numbers import may_follow
from assay.text.quotations import quotations_hold, said_word_for_word, stands_word_for_word
from assay.types import Evidence, NliScores, Strip

# From this chance of a contradiction on, a "not" in the one sentence and not in the other decides.
DOUBT = 0.1
SAID = NliScores(1.0, 0.0, 0.0)
FALSE_QUOTATION = "a quotation in the answer stands in no evidence"
WIDENED = "the evidence does not say so of all"


def guarded(
    seen: NliScores, claim: Claim, strip: Strip, span: str, question: str, evidence: Evidence
) -> tuple[NliScores, str]:
    """The scores after the guards, and why the strip cannot support the claim, or nothing.

    A whole sentence that stands there word for word is supported, whatever the network thinks.
    """
    if claim.stands_alone and said_word_for_word(claim.text, strip.text):
        return SAID, ""
    if claim.quoted and stands_word_for_word(claim.text, strip.text):
        # A text does not deny its own words.
        own = replace(seen, contradicted=0.0, absent=seen.absent + seen.contradicted)
        return (own if claim.part else SAID), ""
    objection = groundless(claim.text, strip, question)
    if not quotations_hold(claim.text, evidence):
        objection = FALSE_QUOTATION
    if objection:
        return _unsupported(0.0 if may_follow(claim.text, strip.text) else seen.contradicted), (
            objection
        )
    # A part of a sentence may stand under a "not" that it does not repeat.
    if claim.part or not seen.supported > seen.contradicted:
        return seen, ""
    title = strip.passage.title
    if _denied(seen, claim, span, title):
        return NliScores(0.0, seen.contradicted + seen.supported, seen.absent), DENIED
    if claim.stands_alone and widened(claim.text, span):
        return _unsupported(seen.contradicted), WIDENED
    return seen, ""


def _unsupported(against: float) -> NliScores:
    return NliScores(0.0, against, 1.0 - against)


def _denied(seen: NliScores, claim: Claim, span: str, title: str) -> bool:
    """True where the same words deny the claim, exchange its roles or make an exception."""
    if seen.contradicted >= DOUBT and negation_differs(claim.text, span, title):
        return True
    return claim.stands_alone and (
        roles_swapped(claim.text, span, title)
        or counts_swapped(claim.text, span)
        or exception_ignored(claim.text, span, title)
    )
