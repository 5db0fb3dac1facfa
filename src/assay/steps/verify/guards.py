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
from assay.text.quotations import said_word_for_word, stands_word_for_word
from assay.types import NliScores, Strip

# From this chance of a contradiction on, a "not" in the one sentence and not in the other decides.
DOUBT = 0.1
SAID = NliScores(1.0, 0.0, 0.0)
FALSE_QUOTATION = "a quotation in the answer stands in no evidence"
WIDENED = "the evidence does not say so of all"


def said_there(seen: NliScores, claim: Claim, strip: Strip) -> NliScores | None:
    """The scores of a claim that stands in the strip word for word; None for any other.

    A whole sentence that stands there is supported, whatever the network thinks.
    """
    if claim.stands_alone and said_word_for_word(claim.text, strip.text):
        return SAID
    if not claim.quoted or not stands_word_for_word(claim.text, strip.text):
        return None
    # A text does not deny its own words.
    own = replace(seen, contradicted=0.0, absent=seen.absent + seen.contradicted)
    return own if claim.part else SAID


def lacking(seen: NliScores, claim: Claim, strip: Strip, question: str) -> tuple[NliScores, str]:
    """The scores, and what the claim names and the strip does not, or nothing."""
    objection = groundless(claim.text, strip, question)
    if not objection:
        return seen, ""
    against = 0.0 if may_follow(claim.text, strip.text) else seen.contradicted
    return unsupported(against), objection


def opposed(seen: NliScores, claim: Claim, span: str, title: str) -> tuple[NliScores, str]:
    """The scores, and how the words of the span oppose the claim, or nothing."""
    # A part of a sentence may stand under a "not" that it does not repeat.
    if claim.part or not seen.supported > seen.contradicted:
        return seen, ""
    if _denied(seen, claim, span, title):
        return NliScores(0.0, seen.contradicted + seen.supported, seen.absent), DENIED
    if claim.stands_alone and widened(claim.text, span):
        return unsupported(seen.contradicted), WIDENED
    return seen, ""


def unsupported(against: float) -> NliScores:
    """Scores without any support."""
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
