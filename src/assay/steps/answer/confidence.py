"""How likely an answer is right: a calibrated probability from the scores of the passages."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from assay.types import Form

_LIMIT = 0.999
MAX_AHEAD = 4.0


@dataclass(frozen=True, slots=True)
class Confidence:
    """A logistic regression: that the documents answer does not say that this passage does.

    It weighs the log-odds of the best passage and how far it is ahead of the next one, with a bias
    for each form of answer: a span is wrong more often than the entry around it.
    """

    score: float = 1.0
    ahead: float = 0.0
    bias: float = 0.0
    forms: Mapping[str, float] = field(default_factory=dict)

    def of(self, form: Form, scores: Sequence[float]) -> float:
        """The probability that an answer of this form is right; scores from -1 to 1, best first."""
        best, ahead = features(scores)
        logit = self.score * best + self.ahead * ahead + self.bias
        return 1 / (1 + math.exp(-(logit + self.forms.get(form.value, 0.0))))


def features(scores: Sequence[float]) -> tuple[float, float]:
    """The log-odds of the best score, and by how many it is ahead of the next."""
    best, *others = map(logit_of, scores)
    return best, min(MAX_AHEAD, best - max(others)) if others else MAX_AHEAD


def logit_of(score: float) -> float:
    """A score from -1 to 1 as a logit."""
    share = max(1 - _LIMIT, min(_LIMIT, (score + 1) / 2))
    return math.log(share / (1 - share))
