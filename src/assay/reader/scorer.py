"""The retrieval evaluator for passages of an index: one probability that each of them answers.

The encoder judges what a passage says; the words of the index, the search and the form of the
question say what it overlooks. A fitted ranking orders the passages, and a second regression over
the best one says how likely it answers. The verdict, the refusal and the confidence of an answer
all rest on that probability.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from assay.adapters.scorers.assayer import Assayer
from assay.adapters.scorers.onnx_scorer import OnnxScorer
from assay.adapters.scorers.pair_reading import PairReading
from assay.ports import WordIdf
from assay.reader.features import NO_SPAN, Seen, Weights, values
from assay.reader.question import Question
from assay.types import Passage, Strip

# Of many passages the better half is read to the end, or so many: as make the evidence.
READ = 5
# Of those the first in any case, and the others if their guess is not so far behind the best.
SURELY_READ, MARGIN = 3, 1.5
LAST = 3
_LIMIT = 15.0


@dataclass(frozen=True, slots=True)
class EntryScorer:
    """Scores passages of an index whose words are known."""

    assayer: Assayer
    vocabulary: Callable[[], WordIdf]
    weights: Weights

    def score(self, question: str, passages: Sequence[Passage]) -> list[float]:
        """One score from -1 to 1 for each passage: twice the probability that it answers, less 1.

        Of many the better half is read, by what the first layer of the encoder makes of them, and
        the last ones; the others have its guess, and never come before those read.
        """
        if not any(passage.blocks for passage in passages):
            # Texts of others were not cut by us, and their words are not the index's.
            return self.assayer.score(question, passages)
        asked = Question.of(question, self.vocabulary())
        scores = self._scores(asked, passages)
        if asked.sides is None:
            return scores
        # Two entries that say what each side is compare them, though neither speaks of both.
        whats = (Question.of(f"What is {side}?", self.vocabulary()) for side in asked.sides)
        each = [self._scores(what, passages) for what in whats]
        both = min(map(max, each))
        own = map(max, zip(*each, strict=True))
        return [max(s, min(both, side)) for s, side in zip(scores, own, strict=True)]

    def _scores(self, asked: Question, passages: Sequence[Passage]) -> list[float]:
        """The scores by this very question."""
        features = self._features(asked, passages)
        ranks = [self.weights.rank_logit(each) for each in features]
        order = sorted(range(len(ranks)), key=lambda at: -ranks[at])
        ahead = ranks[order[0]] - ranks[order[1]] if len(order) > 1 else math.inf
        least = min(features[at]["relevance"] for at in last_found(passages))
        best = self.weights.answer_logit(asked, features[order[0]], ahead, least)
        return [_as_score(best + rank - ranks[order[0]]) for rank in ranks]

    def score_strips(self, question: str, strips: Sequence[Strip]) -> list[float]:
        """One score for each strip, seen in the pass over its whole passage."""
        return OnnxScorer(self.assayer).score_strips(question, strips)

    def _features(
        self, question: Question, passages: Sequence[Passage]
    ) -> list[Mapping[str, float]]:
        """The features of every passage; of those not read to the end, as they are guessed."""
        seen = before_reading(passages)
        features: list[Mapping[str, float]] = [values(question, each) for each in seen]
        read: Sequence[int] = range(len(passages))
        text = question.text
        if len(passages) > SURELY_READ and (guesses := self.assayer.guesses(text, passages)):
            features = [
                values(question, replace(each, relevance=guess))
                for each, guess in zip(seen, guesses, strict=True)
            ]
            best = _worth_reading([self.weights.rank_logit(each) for each in features])
            read = list(dict.fromkeys([*best, *last_found(passages)]))
        readings = self.assayer.readings(text, [passages[at] for at in read])
        for at, reading in zip(read, readings, strict=True):
            features[at] = values(question, after_reading(seen[at], reading))
        return self._in_order(features, frozenset(read))

    def _in_order(
        self, features: Sequence[Mapping[str, float]], read: frozenset[int]
    ) -> list[Mapping[str, float]]:
        """The features with the guessed relevance lowered where it would rank above one read."""
        least = min((self.weights.rank_logit(features[at]) for at in read), default=0.0)
        weight = self.weights.rank.get("relevance", 0.0)

        def lowered(at: int, each: Mapping[str, float]) -> Mapping[str, float]:
            above = self.weights.rank_logit(each) - least
            if at in read or above <= 0 or weight <= 0:
                return each
            return {**each, "relevance": each["relevance"] - above / weight}

        return [lowered(at, each) for at, each in enumerate(features)]


def last_found(passages: Sequence[Passage]) -> list[int]:
    """Where those stand that the search found last: how near they come tells of the subject."""
    return sorted(range(len(passages)), key=lambda at: -passages[at].found)[:LAST]


def before_reading(passages: Sequence[Passage]) -> list[Seen]:
    """What is known of the passages before the encoder reads them."""
    known = [each.similar for each in passages if each.similar is not None]
    if len(known) < len(passages):  # an index of words alone compares nothing
        return [Seen(passage) for passage in passages]
    most = max(known, default=0.0)
    return [Seen(p, similar - most) for p, similar in zip(passages, known, strict=True)]


def after_reading(seen: Seen, reading: PairReading) -> Seen:
    """The same with what the encoder says of the passage."""
    found = reading.best_span()
    lead = found.lead if found else NO_SPAN
    return replace(seen, relevance=max(NO_SPAN, reading.relevance), lead=lead)


def _as_score(logit: float) -> float:
    return math.tanh(max(-_LIMIT, min(_LIMIT, logit)) / 2)


def _worth_reading(guessed: Sequence[float]) -> list[int]:
    """Where those stand of the better half that may come first, best first."""
    best = sorted(range(len(guessed)), key=lambda at: -guessed[at])[: max(READ, len(guessed) // 2)]
    near = guessed[best[0]] - MARGIN
    return [at for rank, at in enumerate(best) if rank < SURELY_READ or guessed[at] >= near]
