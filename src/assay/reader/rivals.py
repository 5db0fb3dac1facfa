"""What other documents answer to the same question, shown beside the answer that is given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assay.adapters.scorers.assayer import Assayer
from assay.ports import NliScorer
from assay.reader import kinds
from assay.reader.blocks import key_sentence
from assay.reader.candidate import Candidate
from assay.reader.disagreement import (
    Disagreement,
    Said,
    compare,
    document_of,
    exclusive,
    with_disagreement,
    with_opposite,
)
from assay.reader.marks import whole_marks
from assay.reader.question import Question
from assay.reader.yes_no import decided
from assay.types import Draft, Evidence, Form, Passage

# Passages that lost their place among the evidence and are still asked whether they disagree.
MAX_DROPPED = 12
# Other documents whose yes or no is asked for: each costs two passes of the verifier.
MAX_DECISIONS = 2
# So sure one must be to say the opposite: little more than a half is no decision.
OPPOSITE_FROM = 0.6
# How much of the question another sentence must speak of to disagree, beside the answer's.
AS_MUCH = 0.85
# A value that the reader does not believe is nothing that sources disagree about, and yet a doubt.
BELIEVED = 0.5
# A rival has at most so many times the words of the answer, and so many more.
LONGER = 3


def read_passages(evidence: Evidence) -> list[Passage]:
    """The passages of the evidence, and the first of those that were dropped from it."""
    kept = dict.fromkeys(strip.passage for strip in evidence.strips)
    dropped = dict.fromkeys(strip.passage for strip in evidence.dropped)
    return [*kept, *[each for each in dropped if each not in kept][:MAX_DROPPED]]


def said_by(assayer: Assayer, question: str, passages: Sequence[Passage]) -> list[Said]:
    """What each passage answers, if anything; passages that were scored are not read again."""
    said = []
    for passage, reading in zip(passages, assayer.readings(question, passages), strict=True):
        found = reading.best_span()
        if found is not None:
            start, end = whole_marks(passage.text, found.start, found.end)
            sure = assayer.span.probability(reading.relevance, found.lead)
            said.append(Said(passage, start, end, sure))
    return said


def beside_spans(
    assayer: Assayer, question: str, draft: Draft, best: Said, evidence: Evidence
) -> Draft:
    """The draft of a span with what other documents give instead."""
    said = said_by(assayer, question, read_passages(evidence))
    return with_disagreement(draft, best, compare(question, best, said))


def beside_facts(assayer: Assayer, question: Question, draft: Draft, evidence: Evidence) -> Draft:
    """The draft of a fact with the values that other documents on the same subject give."""
    own = draft.entries[0].passage
    others = [p for p in read_passages(evidence) if document_of(p) != document_of(own)]
    if not others:
        return draft
    (best,) = said_by(assayer, question.text, [own])
    given = draft.text or ""
    start = max(own.text.find(given, draft.entries[0].start), own.text.find(given))
    best = replace(best, start=start, end=start + len(given))
    said = said_by(assayer, question.text, others)
    rivals = [each for each in said if _on_subject(question, best, each)]
    return _beside_believed(draft, best, compare(question.text, best, rivals))


def beside_decisions(
    nli: NliScorer, question: Question, draft: Draft, candidates: Sequence[Candidate]
) -> Draft:
    """The yes or no with the sentences of other documents that decide the other way."""
    yes, own = (draft.text or "").startswith("Yes"), candidates[0]
    others = [each for each in candidates[1:] if each.document != own.document]
    found = []
    for other in others[:MAX_DECISIONS]:
        decision = decided(nli, question.text, other)
        sure = min((other.score + 1) / 2, decision.sure)
        if decision.answer is (not yes) and sure >= OPPOSITE_FROM:
            found.append(Said(other.passage, *other.key, sure))
    return with_opposite(draft, found) if draft.form is Form.YES_NO else draft


def _beside_believed(draft: Draft, best: Said, found: Disagreement) -> Draft:
    """The draft with the values that are believed; the others only make it less likely.

    Beside a crowd of one voice any other value is worth seeing.
    """
    least = 0.0 if found.repeated > 1 else BELIEVED
    believed = tuple(each for each in found.others if each.sure >= least)
    doubt = max((each.sure for each in found.others if each.sure < least), default=0.0)
    told = with_disagreement(draft, best, replace(found, others=believed))
    sure = told.confidence
    return told if sure is None else replace(told, confidence=exclusive(sure, doubt))


def _on_subject(question: Question, best: Said, said: Said) -> bool:
    """True when its sentence speaks of the question as much as that of the answer does.

    So must the sentence with what it stands under: "Default: 1.0" is said of many things.
    """
    if question.kind and not kinds.holds(said.text, question.kind):
        return False
    if len(said.text.split()) > LONGER * len(best.text.split()) + LONGER:
        return False
    share = question.words.coverage
    ours, theirs = (_sentence(each) for each in (best, said))
    return all(
        share(their).whole >= AS_MUCH * share(our).whole
        for our, their in zip(ours, theirs, strict=True)
    )


def _sentence(said: Said) -> tuple[Passage, Passage]:
    """The sentence with what it stands under, and by itself."""
    part = said.passage_of(*key_sentence(said.passage, said.start, said.end))
    return part, replace(part, title="", headings=())
