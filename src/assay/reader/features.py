"""Features of a passage for a question, and the logistic regressions over them.

One table: a feature has a name, a group that can be switched off by name, and a function. The
weights stand in the card of the evaluator; `recipes/reader/fit.py` fits them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from assay.reader.blocks import longest_list
from assay.reader.kinds import holds
from assay.reader.question import Question
from assay.types import Passage

NO_SPAN = -20.0
MAX_LEAD = 10.0
MAX_AHEAD = 4.0
# In a small collection what was found last is of something else, whatever is asked.
MIN_LEAST = -4.2
LONG = 5  # content words


@dataclass(frozen=True, slots=True)
class Seen:
    """What the search and the encoder say of a passage.

    `behind` is how much less its vector is like the question's than the most similar one's.
    """

    passage: Passage
    behind: float = 0.0
    relevance: float = 0.0
    lead: float = NO_SPAN


@dataclass(frozen=True, slots=True)
class Feature:
    """One number that is seen of a passage for a question."""

    name: str
    group: str
    value: Callable[[Question, Seen], float]


FEATURES = (
    Feature("relevance", "encoder", lambda _, s: s.relevance),
    Feature("lead", "encoder", lambda _, s: max(-MAX_LEAD, min(MAX_LEAD, s.lead))),
    Feature("rank", "search", lambda _, s: math.log1p(s.passage.found)),
    Feature("similar", "search", lambda _, s: s.passage.similar or 0.0),
    Feature("behind", "search", lambda _, s: s.behind),
    Feature("list", "form", lambda q, s: float(q.wants_list and bool(longest_list(s.passage)))),
    Feature("lacks_kind", "kind", lambda q, s: float(bool(q.kind) and not _has_kind(q, s))),
)
"""What is seen of each passage."""

QUESTION_FEATURES = ("ahead", "least", "long", "bias")
"""What the ranking as a whole and the question alone tell; group "question"."""

GROUPS = (*dict.fromkeys(feature.group for feature in FEATURES), "question")


def _has_kind(question: Question, seen: Seen) -> bool:
    return question.kind is not None and holds(seen.passage.text, question.kind)


def values(question: Question, seen: Seen) -> dict[str, float]:
    """The features of a passage by their names."""
    return {feature.name: feature.value(question, seen) for feature in FEATURES}


@dataclass(frozen=True, slots=True)
class Weights:
    """How passages are ranked, and how likely the best one answers: two logistic regressions.

    `rank` weighs the features of each passage. `answers` weighs those of the best one, how far it
    is `ahead` of the next, the `least` relevance among the last ones that were found (where the
    documents treat a subject, even those are not far off), and what the question alone tells; it
    moves all passages alike.
    """

    rank: Mapping[str, float]
    answers: Mapping[str, float]

    def without(self, groups: Collection[str]) -> Weights:
        """The same weights with the features of some groups switched off."""
        off = {feature.name for feature in FEATURES if feature.group in groups}
        if "question" in groups:
            off |= set(QUESTION_FEATURES) - {"bias"}
        kept = (
            {name: weight for name, weight in table.items() if name not in off}
            for table in (self.rank, self.answers)
        )
        return Weights(*kept)

    def rank_logit(self, features: Mapping[str, float]) -> float:
        """How high a passage ranks among others."""
        return sum(self.rank.get(name, 0.0) * value for name, value in features.items())

    def answer_logit(
        self, question: Question, best: Mapping[str, float], ahead: float, least: float
    ) -> float:
        """The log-odds that the documents answer, by the best passage of them."""
        told = {**best, **of_question(question, ahead, least)}
        return sum(self.answers.get(name, 0.0) * value for name, value in told.items())


def of_question(question: Question, ahead: float, least: float) -> dict[str, float]:
    """The values of the features of the question and of the ranking; the bias is 1."""
    long = float(len(question.words.wanted) >= LONG)
    ahead = min(MAX_AHEAD, max(0.0, ahead))
    return {"ahead": ahead, "least": max(MIN_LEAST, least), "long": long, "bias": 1.0}
