"""A passage of the evidence as an answer: its score, its best span and the sentence around it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assay.adapters.scorers.assayer import Assayer
from assay.adapters.scorers.pair_reading import Found, PairReading
from assay.ports import RelevanceScorer
from assay.reader import kinds
from assay.reader.blocks import key_sentence, sentences_of, shown_part
from assay.reader.question import Question
from assay.text.questions import Asked
from assay.types import BlockKind, Entry, Evidence, Passage


@dataclass(frozen=True, slots=True)
class Candidate:
    """A passage as an answer; `key` is the sentence in it that decides."""

    passage: Passage
    score: float
    found: Found
    key: tuple[int, int]

    def entry(self, label: str = "") -> Entry:
        """What is shown of it."""
        start, end = shown_part(self.passage, self.key)
        return Entry(self.passage, start, end, self.key, self.score, label)

    @property
    def document(self) -> str:
        """The document that it is a part of."""
        return self.passage.document or self.passage.source or self.passage.id


def candidates_of(
    assayer: Assayer, scorer: RelevanceScorer, question: Question, evidence: Evidence
) -> list[Candidate]:
    """Every passage that the evidence quotes and that has words to show, best first.

    They keep the scores that they were judged by; what nobody judged is scored here.
    """
    scores: dict[Passage, float] = {}
    for strip in evidence.strips:
        score = -1.0 if strip.score is None else strip.score
        scores[strip.passage] = max(score, scores.get(strip.passage, -1.0))
    if any(strip.score is None for strip in evidence.strips):
        scores = dict(zip(scores, scorer.score(question.text, list(scores)), strict=True))
    shown = [passage for passage in scores if not _is_heading(passage)]
    readings = assayer.readings(question.text, shown)
    found = (_candidate(question, p, scores[p], r) for p, r in zip(shown, readings, strict=True))
    return sorted((each for each in found if each), key=lambda each: -each.score)


def _is_heading(passage: Passage) -> bool:
    return bool(passage.blocks) and all(b.kind is BlockKind.HEADING for b in passage.blocks)


def _candidate(
    question: Question, passage: Passage, score: float, reading: PairReading
) -> Candidate | None:
    span = reading.best_span()
    if span is None:
        return None
    if question.kind and not kinds.holds(passage.text[span.start : span.end], question.kind):
        key = key_sentence(passage, span.start, span.end)
        span = _of_kind(passage, reading, question.kind, [key]) or span
    key = key_sentence(passage, span.start, span.end)
    if question.asked is Asked.YES_NO:  # no span says yes: the most relevant sentence decides
        sentences = sentences_of(passage) or [key]
        key = max(sentences, key=lambda each: reading.strip_logit(*each))
    return Candidate(passage, score, span, key)


def _of_kind(
    passage: Passage, reading: PairReading, kind: kinds.Kind, parts: Sequence[tuple[int, int]]
) -> Found | None:
    """The best value of the kind that was asked for in some parts of the passage."""
    values = [
        (first + start, first + end)
        for first, last in parts
        for start, end in kinds.places(passage.text[first:last], kind)
    ]
    best = reading.best_span(values) if values else None
    if best is None:
        return None
    start, end = next(each for each in values if each[0] <= best.start < each[1])
    return Found(start, end, best.lead)  # all of the value, not "30" of "$30"
