"""Yes or no from candidates: what one says, what the next says against it, and which decides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assay.adapters.generators.candidates import Candidate
from assay.ports import NliScorer
from assay.steps.answer.borne_out import borne_out, share_said
from assay.steps.answer.lists import announcement_of
from assay.steps.answer.yes_no import YesNo, decide, deciding_span, restates
from assay.text.options import compounds_in

# The next entry has a say in yes or no when it is a good one with a chance of one in four.
SAYS_FROM = -0.5
# Where the best entry leaves it open, others are asked that score within this of it; one that says
# so much of the question, and as much as the best, takes its place.
NEAR_BY, SAYS_ENOUGH = 0.2, 0.6
MAX_ASKED = 2
# An entry that lacks the name that is asked about gives way to one with it that scores so near.
NAMED_BY = 0.5
# What a no must say of the question, beside what the other says of it, to be held against a yes.
OF_THE_OTHER = 0.5
_BEFORE = 200  # characters before a deciding sentence, to which it may name exceptions


def named_first(question: str, candidates: Sequence[Candidate]) -> list[Candidate]:
    """The candidates; one that has a name such as "add-wall-clock" before a best one without it."""
    names, (best, *others) = compounds_in(question), candidates
    if not names or _names(best) >= names:
        return [best, *others]
    near = [each for each in others if each.score >= best.score - NAMED_BY]
    first = next((each for each in near if _names(each) >= names), best)
    return [first, *(each for each in candidates if each is not first)]


def decided(nli: NliScorer, question: str, candidate: Candidate) -> YesNo:
    """What the deciding sentence of a candidate says, if it bears that out."""
    text = candidate.passage.text
    start, end = deciding_span(question, candidate.passage, candidate.key)
    before = text[max(0, start - _BEFORE) : start]
    # An item says nothing without the line above its list: "it does not run on:".
    said = f"{announcement_of(candidate.passage, start)} {text[start:end]}".lstrip()
    deciding = replace(candidate.passage, text=said)
    decision = decide(nli, question, deciding, before=before)
    return borne_out(question, decision, deciding, candidate.entry().text)


def opponent(
    nli: NliScorer, question: str, candidates: Sequence[Candidate], decision: YesNo
) -> Candidate | None:
    """The next entry, where it says the opposite and speaks of the question enough for that."""
    for other in _opponents(question, candidates):
        against = decided(nli, question, other)
        least = _said(question, candidates[0]) * (1 if against.answer else OF_THE_OTHER)
        if decision.disputed_by(against) and _said(question, other) >= least:
            return other
    return None


def nearby(
    nli: NliScorer, question: str, candidates: Sequence[Candidate]
) -> tuple[Candidate, YesNo | None] | None:
    """The first entry near the best that decides what the best leaves open, and what it says.

    It says nothing by itself where it speaks less of the question than the best: a no is then only
    worth seeing beside it.
    """
    best, *others = candidates[: MAX_ASKED + 1]
    for other in others:
        if other.score < best.score - NEAR_BY:
            continue
        decision = decided(nli, question, other)
        if decision.answer is None:
            continue
        if _said(question, other) >= max(SAYS_ENOUGH, _said(question, best)):
            return other, decision
        if not decision.answer:
            return other, None
    return None


def _opponents(question: str, candidates: Sequence[Candidate]) -> list[Candidate]:
    """The next entry, if it has a say; not against a sentence that repeats the whole question."""
    first, *others = candidates[:2]
    said = [each.passage.text[slice(*each.key)] for each in (first, *others)]
    if restates(question, said[0]) and not any(restates(question, each) for each in said[1:]):
        return []
    return [other for other in others if other.score >= SAYS_FROM]


def _said(question: str, candidate: Candidate) -> float:
    """How much of the question the deciding sentence says, with what it stands under."""
    passage = candidate.passage
    start, end = deciding_span(question, passage, candidate.key)
    return share_said(question, f"{passage.text[start:end]} {passage.context}")


def _names(candidate: Candidate) -> frozenset[str]:
    passage = candidate.passage
    place = passage.source.rpartition(".")[0]  # the name of a file without its ending
    return compounds_in(f"{passage.text} {passage.context} {place}")
