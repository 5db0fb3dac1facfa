"""What other documents answer to the same question, read beside the answer that is given."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from assay.adapters.scorers.assayer import Assayer
from assay.adapters.scorers.history import asks_for_history, is_history
from assay.ports import NliScorer, WordRarity
from assay.steps.answer.borne_out import borne_out
from assay.steps.answer.disagreement import (
    Disagreement,
    Said,
    compare,
    document_of,
    exclusive,
    with_disagreement,
    with_opposite,
)
from assay.steps.answer.layout import key_sentence
from assay.steps.answer.yes_no import decide
from assay.steps.values.settings import is_example
from assay.steps.values.versions import is_other_version
from assay.text.numbers import lacks_the_number
from assay.text.rarity import question_words, subject_stands
from assay.types import Draft, Evidence, Form, Passage

# Passages that lost their place among the evidence and are still asked whether they disagree.
MAX_DROPPED = 12
# Other documents whose yes or no is asked for: each costs two passes of the verifier.
MAX_DECISIONS = 2
# So sure one must be to say the opposite: little more than a half is no decision.
OPPOSITE_FROM = 0.6
# What holds on a condition denies nothing that is said without one.
_ON_CONDITION = re.compile(
    r"\W*(?:if|when|whenever|unless|where|in case|provided)\b", re.IGNORECASE
)
# How much of the question another sentence must speak of to disagree, beside the answer's.
AS_MUCH = 0.85
# A value that the reader does not believe is nothing that sources disagree about, and yet a doubt:
# one entry has an example, another speaks of something else.
BELIEVED = 0.5
# A rival has at most so many times the words of the answer, and so many more.
LONGER = 3
_OPENING = " \n\t'\"`(\u2018\u201c[,/"
PAIRS = {'"': '"', "(": ")", "[": "]", "\u201c": "\u201d", "\u2018": "\u2019", "\u00ab": "\u00bb"}


# What a path goes on with; the last dot may end the sentence. ".conf" goes on with any name.
_REST_OF_PATH = re.compile(r"(?<=\w)(?:[./_-]?\w){1,60}")
_ENDING = re.compile(r"\.[a-z]{2,4}")


def whole_marks(text: str, start: int, end: int) -> tuple[int, int]:
    """The span with its brackets and quotation marks in pairs, lone ones completed or dropped.

    The dashes before an option belong to it, too, and the ending of a file to its name.
    """
    if rest := _REST_OF_PATH.match(text, end):
        path = text[start:end].rpartition(" ")[2]
        end = rest.end() if "/" in path or _ENDING.fullmatch(rest[0]) else end
    dashes = len(text[max(0, start - 2) : start]) - len(text[max(0, start - 2) : start].rstrip("-"))
    if dashes and not text[start - dashes - 1 : start - dashes].strip(_OPENING):
        start -= dashes
    for opening, closing in PAIRS.items():
        span = text[start:end]
        if opening == closing:
            alone = span.count(opening) % 2 == 1
            missing_end = missing_start = alone
        else:
            missing_end = span.count(opening) > span.count(closing)
            missing_start = span.count(closing) > span.count(opening)
        if missing_end and text[end : end + 1] == closing:
            end += 1
        elif missing_start and start > 0 and text[start - 1] == opening:
            start -= 1
        elif missing_end and span.startswith(opening) and len(span) > 1:
            start += 1
        elif missing_start and span.endswith(closing) and len(span) > 1:
            end -= 1
    return start, end


def read_passages(evidence: Evidence) -> list[Passage]:
    """The passages of the evidence, and the first of those that were dropped from it."""
    kept = dict.fromkeys(strip.passage for strip in evidence.strips)
    dropped = dict.fromkeys(strip.passage for strip in evidence.dropped)
    return [*kept, *[each for each in dropped if each not in kept][:MAX_DROPPED]]


def beside_others(
    assayer: Assayer, question: str, draft: Draft, best: Said, passages: Sequence[Passage]
) -> Draft:
    """The draft of a span with what other documents give instead."""
    return with_disagreement(
        draft, best, compare(question, best, said_by(assayer, question, passages))
    )


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


def entry_beside_others(
    assayer: Assayer,
    question: str,
    draft: Draft,
    evidence: Evidence,
    *,
    nli: Callable[[], NliScorer] | None,
    vocabulary: Callable[[], WordRarity],
) -> Draft:
    """The draft of an entry with what entries of other documents on the same subject say instead.

    Only a fact and a yes or no can be compared; two descriptions that differ need not disagree.
    """
    if draft.form not in (Form.FACT, Form.YES_NO) or not draft.entries:
        return draft
    own = draft.entries[0].passage
    known, today = vocabulary(), not asks_for_history(question)
    others = [
        passage
        for passage in read_passages(evidence)
        if document_of(passage) != document_of(own) and subject_stands(question, passage, known)
        if not (today and is_history(passage))  # which tells what was once
    ]
    if not others:
        return draft
    if draft.form is Form.FACT:
        (best,) = said_by(assayer, question, [own])
        given = draft.text or ""
        start = max(own.text.find(given, draft.entries[0].start), own.text.find(given))
        best = replace(best, start=start, end=start + len(given))
        said = said_by(assayer, question, others)
        rivals = [each for each in said if _on_subject(question, best, each, known)]
        return _beside_believed(draft, best, compare(question, best, rivals))
    said = sorted(said_by(assayer, question, others), key=lambda each: -each.sure)
    opposite = [
        _decided(nli(), question, each, (draft.text or "").startswith("Yes"))
        for each in said[: MAX_DECISIONS if nli else 0]
        if nli
    ]
    return with_opposite(draft, [each for each in opposite if each is not None])


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


def _on_subject(question: str, best: Said, said: Said, known: WordRarity) -> bool:
    """True when its sentence speaks of the question as much as that of the answer does.

    So must the sentence with what it stands under: "Default: 1.0" is said of many things. Where a
    number is asked for, what is said must be one; a clause is no other value than "4".
    """
    if lacks_the_number(question, said.text) or _is_longer(said.text, best.text):
        return False
    if is_other_version(question, said.passage.text, said.start, said.end):
        return False
    start, end = key_sentence(said.passage, said.start, said.end)
    if is_example(question, said.passage.text[start:end]):
        return False
    words = question_words(question, known)
    ours, theirs = (_sentence(each) for each in (best, said))
    return all(
        words.coverage(their).whole >= AS_MUCH * words.coverage(our).whole
        for our, their in zip(ours, theirs, strict=True)
    )


def _is_longer(text: str, than: str) -> bool:
    return len(text.split()) > LONGER * len(than.split()) + LONGER


def _sentence(said: Said) -> tuple[Passage, Passage]:
    """The sentence with what it stands under, and by itself."""
    part = said.passage_of(*key_sentence(said.passage, said.start, said.end))
    return part, replace(part, title="", headings=())


def _decided(nli: NliScorer, question: str, said: Said, yes: bool) -> Said | None:
    """The sentence of another document where it decides the other way, with how surely it does."""
    start, end = key_sentence(said.passage, said.start, said.end)
    if _ON_CONDITION.match(said.passage.text[start:end]):
        return None
    deciding = said.passage_of(start, end)
    decision = borne_out(question, decide(nli, question, deciding), deciding, said.passage.text)
    if decision.answer is None or decision.answer is yes:
        return None
    sure = min(said.sure, 1 / (1 + math.exp(-abs(decision.ratio))))
    return Said(said.passage, start, end, sure) if sure >= OPPOSITE_FROM else None
