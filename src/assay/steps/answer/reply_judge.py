"""Whether a language model's reply is shown: a calibrated probability, not a count of sentences."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from assay.steps.answer.confidence import logit_of
from assay.text.questions import asked_for
from assay.types import Draft, Evidence

MAX_WORDS = 200


@dataclass(frozen=True, slots=True)
class ReplyFeatures:
    """What speaks for a reply.

    `best` is the logit of the best-scored entry it was written from, `third` that of the third;
    `support` the mean support of its sentences, from 0 to 1; `words` the logarithm of its length.
    """

    best: float
    third: float
    support: float
    words: float
    form: str = ""

    @property
    def values(self) -> tuple[float, ...]:
        """The features in the order of the weights."""
        return self.best, self.third, self.support, self.words


@dataclass(frozen=True, slots=True)
class ReplyWeights:
    """A logistic regression over the features, with a bias for each form of question."""

    best: float = 1.0
    third: float = 0.0
    support: float = 0.0
    words: float = 0.0
    bias: float = 0.0
    forms: Mapping[str, float] = field(default_factory=dict)

    def probability(self, features: ReplyFeatures) -> float:
        """How likely it is, from 0 to 1."""
        weights = (self.best, self.third, self.support, self.words)
        logit = sum(w * value for w, value in zip(weights, features.values, strict=True))
        logit += self.bias + self.forms.get(features.form, 0.0)
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, logit))))


@dataclass(frozen=True, slots=True)
class ReplyJudge:
    """How likely a reply is right, and whether the documents hold an answer at all.

    Below `least`, nothing is answered.
    """

    right: ReplyWeights
    answerable: ReplyWeights
    least: float = 0.0

    def confidence(self, features: ReplyFeatures) -> float:
        """The probability that the reply is right."""
        return self.right.probability(features)

    def doubt(self, features: ReplyFeatures) -> str:
        """Why nothing is answered, or an empty text."""
        chance = self.answerable.probability(features)
        if chance >= self.least:
            return ""
        return f"the documents hardly answer this ({chance:.0%} likely)"


def reply_features(question: str, evidence: Evidence, draft: Draft) -> ReplyFeatures:
    """The features of a checked reply; `draft.confidence` is the support of its sentences."""
    scores = sorted((strip.score or 0.0 for strip in evidence.strips), reverse=True) or [-1.0]
    words = min(MAX_WORDS, len((draft.text or "").split()))
    return ReplyFeatures(
        best=logit_of(scores[0]),
        third=logit_of(scores[min(2, len(scores) - 1)]),
        support=draft.confidence or 0.0,
        words=math.log1p(words),
        form=asked_for(question).value,
    )
