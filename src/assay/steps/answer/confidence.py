"""How likely an answer is right: a calibrated probability for each form of answer."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from assay.types import Form

_LIMIT = 0.999
_MAX_WORDS = 5
# Beyond these, more of it says no more.
FAR_AHEAD = 3.0
_MAX_LEAD = 10.0


@dataclass(frozen=True, slots=True)
class AnswerSigns:
    """What speaks for an answer.

    `score` is that of its entry, from -1 to 1; `unknown` the share of the question's words that
    stand nowhere in the index; `words` how many it has: a longer question is harder to match,
    whether it can be answered or not; `numberless` that a number was asked for, or the default of a
    setting, and the entry has none; `unnamed` that the question names what no document does;
    `ahead` by how many logits the entry is better than the next one, and `lead` by how many the
    reader prefers a span of it to none; `unlisted` that all of something was asked for and
    no list is shown.
    """

    score: float
    unknown: float
    words: int
    numberless: bool = False
    unnamed: bool = False
    ahead: float = 0.0
    lead: float = 0.0
    unlisted: bool = False


@dataclass(frozen=True, slots=True)
class SignWeights:
    """A logistic regression over the signs, with a bias for each form of answer.

    Fitted by logistic regression; the card says on what.
    """

    score: float = 1.0
    unknown: float = 0.0
    words: float = 0.0
    bias: float = 0.0
    numberless: float = 0.0
    unnamed: float = 0.0
    ahead: float = 0.0
    lead: float = 0.0
    unlisted: float = 0.0
    forms: Mapping[str, float] = field(default_factory=dict)

    def probability(self, form: Form, signs: AnswerSigns) -> float:
        """How likely it is, from 0 to 1."""
        said = (self.score, self.unknown, self.words, self.numberless, self.unnamed)
        weights = (*said, self.ahead, self.lead, self.unlisted)
        logit = sum(w * sign for w, sign in zip(weights, features(signs), strict=True))
        logit += self.bias + self.forms.get(form.value, 0.0)
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, logit))))


@dataclass(frozen=True, slots=True)
class Confidence:
    """How likely an answer is right, and whether the documents hold one at all.

    Two questions: a manual may treat what was asked and the reader may still show the wrong
    entry. Below `least`, nothing is answered.
    """

    right: SignWeights = SignWeights()
    answerable: SignWeights = SignWeights()
    least: float = 0.0

    def of(self, form: Form, signs: AnswerSigns) -> float:
        """The probability that an answer of this form with these signs is right."""
        return self.right.probability(form, signs)

    def may_answer(self, form: Form, signs: AnswerSigns) -> bool:
        """True when the documents seem to hold an answer."""
        return self.answerable.probability(form, signs) >= self.least


def features(signs: AnswerSigns) -> tuple[float, ...]:
    """The signs as a regression sees them."""
    words = float(min(_MAX_WORDS, signs.words))
    flags = float(signs.numberless), float(signs.unnamed)
    ahead = max(0.0, min(FAR_AHEAD, signs.ahead))
    lead = max(-_MAX_LEAD, min(_MAX_LEAD, signs.lead))
    known = logit_of(signs.score), signs.unknown, words
    return *known, *flags, ahead, lead, float(signs.unlisted)


def raised(score: float, by: float) -> float:
    """A score from -1 to 1 with so many logits more."""
    return math.tanh((logit_of(score) + by) / 2)


def logit_of(score: float) -> float:
    """A score from -1 to 1 as a logit."""
    share = max(1 - _LIMIT, min(_LIMIT, (score + 1) / 2))
    return math.log(share / (1 - share))
