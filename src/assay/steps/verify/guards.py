"""What the words of a claim and a strip decide, whatever the network thinks of them."""

from __future__ import annotations

import re
from dataclasses import replace

from assay.steps.answer.support import DENIED
from assay.steps.verify.claims import Claim
from assay.steps.verify.grounding import groundless
from assay.steps.verify.roles import roles_swapped
from assay.text.numbers import may_follow
from assay.text.quotations import said_word_for_word, stands_word_for_word
from assay.types import NliScores, Strip

# From this chance of support on, a sentence may name what the evidence calls otherwise: of public
# claims 23 more true ones and five more false ones pass; of 150 with another name two reach it.
SURE = 0.8
SAID = NliScores(1.0, 0.0, 0.0)
FALSE_QUOTATION = "a quotation in the answer stands in no evidence"
WIDENED = "the evidence does not say so of all"
# "In any case" and "all over the eye" say nothing of everything.
_FOR_ALL = re.compile(
    r"\b(?<!in )(?<!by )(?<!of )(?:all|every|each|any|everyone|everybody|everything|everywhere"
    r"|always|whenever|never)\b(?! over\b| of the above\b)",
    re.IGNORECASE,
)


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
    named = claim.stands_alone and seen.supported >= SURE
    objection = groundless(claim.text, strip, question, named=named)
    if not objection:
        return seen, ""
    against = 0.0 if may_follow(claim.text, strip.text) else seen.contradicted
    return unsupported(against), objection


def opposed(seen: NliScores, claim: Claim, span: str, title: str) -> tuple[NliScores, str]:
    """The scores, and how the words of the span oppose the claim, or nothing."""
    if not claim.stands_alone or not seen.supported > seen.contradicted:
        return seen, ""
    if roles_swapped(claim.text, span, title):
        return NliScores(0.0, seen.contradicted + seen.supported, seen.absent), DENIED
    if widened(claim.text, span):
        return unsupported(seen.contradicted), WIDENED
    return seen, ""


def widened(claim: str, source: str) -> bool:
    """True when the claim is of all, or of always or never, and no word of its source is."""
    return bool(_FOR_ALL.search(claim)) and not _FOR_ALL.search(source)


def unsupported(against: float) -> NliScores:
    """Scores without any support."""
    return NliScores(0.0, against, 1.0 - against)
