"""Which of two answers is shown, a language model's or the reader's, or none: by probabilities."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass

from assay.steps.answer.confidence import logit_of
from assay.text.overlap import coverage, is_negated, statement, stems
from assay.types import Draft, Evidence

MAX_WORDS = 200
NEARLY = 0.05
"""Whoever asks a language model wants its words: it may be so much less likely right."""


@dataclass(frozen=True, slots=True)
class Opinions:
    """A language model's log-odds of Yes; None where it was not asked or has none to give.

    `holds`: the entries hold the answer; `written` and `read`: its own answer, or the reader's, is
    right.
    """

    holds: float | None = None
    written: float | None = None
    read: float | None = None


@dataclass(frozen=True, slots=True)
class ReplyFeatures:
    """What speaks for the two answers to a question.

    `best` and `third` are the logits of the best-scored and the third entry, `support` the mean
    support of the sentences the model wrote, from 0 to 1, `words` the logarithm of their number,
    `agree` the share of them that the reader's answer has too, and `confidence` the reader's own,
    as a logit, 0 where it has none. The others are the model's opinions, 0 without one.
    """

    best: float
    third: float
    support: float
    words: float
    agree: float
    confidence: float
    holds: float
    written: float
    read: float


@dataclass(frozen=True, slots=True)
class Decision:
    """How likely each answer is right, and how likely the documents answer at all.

    `same`: the model's answer says all that the reader's says.
    """

    written: float
    read: float
    answerable: float
    features: ReplyFeatures
    same: bool = False

    @property
    def shows_written(self) -> bool:
        """True when the model's answer is not clearly less likely right than the reader's."""
        return self.written > 0 and (self.same or self.written >= self.read - NEARLY)

    @property
    def confidence(self) -> float:
        """How likely the answer that is shown is right; one that both give counts as the better."""
        if not self.shows_written:
            return self.read
        return max(self.written, self.read) if self.same else self.written


@dataclass(frozen=True, slots=True)
class ReplyJudge:
    """Three logistic regressions over the features; their weights are in the card of `odds`.

    Nothing is shown where the probability that the documents answer is below `least`.
    """

    written: Mapping[str, float]
    read: Mapping[str, float]
    answerable: Mapping[str, float]
    least: float = 0.0

    def decide(self, features: ReplyFeatures, written: Draft, read: Draft) -> Decision:
        """The three probabilities; an answer without words is not right."""
        return Decision(
            probability(self.written, features) if written.text else 0.0,
            probability(self.read, features) if read.text else 0.0,
            probability(self.answerable, features),
            features,
            _says_all_of(written.text or "", read.text or ""),
        )


def _says_all_of(written: str, read: str) -> bool:
    """True when every word of the reader's answer stands in the model's, and neither denies it."""
    both_say = is_negated(written) == is_negated(read)
    return bool(read) and both_say and stems(read) <= stems(written)


def probability(weights: Mapping[str, float], features: ReplyFeatures) -> float:
    """A logistic regression over the features that it has weights for, and its `bias`."""
    named = asdict(features) | {"bias": 1.0}
    logit = sum(weight * named[name] for name, weight in weights.items())
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, logit))))


def reply_features(
    question: str, evidence: Evidence, written: Draft, read: Draft, opinions: Opinions
) -> ReplyFeatures:
    """The features of both answers; `written.confidence` is the support of its sentences."""
    scores = sorted((strip.score or 0.0 for strip in evidence.strips), reverse=True) or [-1.0]
    shown = " ".join([read.text or "", *(entry.text for entry in read.entries)])
    return ReplyFeatures(
        best=logit_of(scores[0]),
        third=logit_of(scores[min(2, len(scores) - 1)]),
        support=written.confidence or 0.0,
        words=math.log1p(min(MAX_WORDS, len((written.text or "").split()))),
        agree=coverage(statement(written.text or "", question), shown),
        confidence=0.0 if read.confidence is None else logit_of(2 * read.confidence - 1),
        holds=opinions.holds or 0.0,
        written=opinions.written or 0.0,
        read=opinions.read or 0.0,
    )
