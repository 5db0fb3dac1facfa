"""A passage of the evidence as an answer: its score, its best span and the sentence around it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from assay.adapters.scorers.assayer import Assayer
from assay.adapters.scorers.pair_reading import Found, PairReading
from assay.ports import RelevanceScorer
from assay.reader import kinds
from assay.reader.blocks import key_sentence, sentences_of, shown_part
from assay.reader.question import Question
from assay.text.overlap import stems
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
    found = (
        _candidate(assayer, question, p, scores[p], r) for p, r in zip(shown, readings, strict=True)
    )
    return sorted((each for each in found if each), key=lambda each: -each.score)


def _is_heading(passage: Passage) -> bool:
    return bool(passage.blocks) and all(b.kind is BlockKind.HEADING for b in passage.blocks)


def _candidate(
    assayer: Assayer, question: Question, passage: Passage, score: float, reading: PairReading
) -> Candidate | None:
    span = reading.best_span()
    if span is None:
        return None
    if question.kind and not kinds.holds(passage.text[span.start : span.end], question.kind):
        key = key_sentence(passage, span.start, span.end)
        span = _of_kind(passage, reading, question.kind, [key]) or span
    span = _within_row(passage, span)
    span = _of_row(assayer, question, passage, span) or span
    key = key_sentence(passage, span.start, span.end)
    if question.asked is Asked.YES_NO:  # no span says yes: the most relevant sentence decides
        sentences = sentences_of(passage) or [key]
        key = max(sentences, key=lambda each: reading.strip_logit(*each))
    return Candidate(passage, score, span, key)


def _within_row(passage: Passage, span: Found) -> Found:
    """The part of a span in the row of a table that it begins in: no value goes on in the next."""
    for row in passage.blocks:
        if row.kind is BlockKind.ROW and row.start <= span.start < row.end < span.end:
            return Found(span.start, row.end, span.lead)
    return span


def _of_row(assayer: Assayer, question: Question, passage: Passage, span: Found) -> Found | None:
    """The best span of the row that the question names, where the one found is a row's.

    A network that reads a table whole takes the value of another row; of a row by itself it takes
    the right one. Words weigh by their IDF among the rows, so that names of columns, which all
    rows have, do not.
    """
    rows = [block for block in passage.blocks if block.kind is BlockKind.ROW]
    texts = [passage.text[row.start : row.end] for row in rows]
    said = passage.text[span.start : span.end]
    if not any(said in text for text in texts):
        return None
    shared = [stems(text) & question.words.wanted.keys() for text in texts]
    counts = Counter(word for words in shared for word in words)
    weights = [sum(log(len(rows) / counts[word]) for word in words) for words in shared]
    most = max(weights)
    at = weights.index(most)
    if not most or weights.count(most) > 1 or said in texts[at]:
        return None
    (reading,) = assayer.readings(question.text, [Passage(passage.id, texts[at], passage.context)])
    found = reading.best_span()
    start = rows[at].start
    return found and Found(start + found.start, start + found.end, found.lead)


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
