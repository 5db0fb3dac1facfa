"""The evaluator for people's own documents: our encoder, and which rare words a passage lacks.

An encoder of this size takes a passage about the right topic for one that answers. What it misses
is mostly a rare word of the question: the option, the tool or the device that was asked about. The
index knows how rare each word is, so the share of the question that a passage covers, weighted by
rarity, is a second sign. Where the search put a passage is a third: words and meaning found it
there without having read it, so they err in other cases than the encoder does. All together give a
calibrated probability.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from assay.adapters.scorers.assayer import Assayer, probability_of
from assay.adapters.scorers.history import asks_for_history, is_history
from assay.adapters.scorers.named import Names
from assay.adapters.scorers.onnx_scorer import OnnxScorer
from assay.adapters.scorers.pair_reading import PairReading
from assay.adapters.scorers.superseded import superseded
from assay.ports import WordRarity
from assay.steps.values.ranges import implied_words
from assay.text.rarity import Coverage, question_words
from assay.types import Passage, Strip

_NO_SPAN = -20.0
# The better half of the passages may be read to the end, or so many: as make the evidence.
READ = 5
# Of those the first in any case, and the others if their guess is not so far behind the best.
SURELY_READ, MARGIN = 3, 1.5


@dataclass(frozen=True, slots=True)
class EntryWeights:
    """A logistic regression over what is seen of a question and a passage."""

    relevance: float
    lead: float
    covered: float
    covered_above: float
    missing: float
    bias: float
    later: float = 0.0
    named: float = 0.0
    past: float = 0.0
    similar: float = 0.0


@dataclass(frozen=True, slots=True)
class EntrySigns:
    """What is seen: two logits of the encoder, and shares from 0 to 1 of the question's words.

    `covered` stands in the passage or its headings, `covered_above` in the headings alone;
    `missing` is how rare the rarest word is that stands in neither; `later` is the logarithm of
    the passage's place among those that the search found; `named` is 1 for the entry of what the
    question names (an option, a setting, one of two sides), a little less for its later pieces;
    `past` is 1 for a part of a changelog, where the question asks for nothing of that kind, and for
    what a later edition says anew; `similar` is how much less its vector is like the question's
    than that of the passage which is most like it.
    """

    relevance: float
    lead: float
    covered: float
    covered_above: float
    missing: float
    later: float = 0.0
    named: float = 0.0
    past: float = 0.0
    similar: float = 0.0


@dataclass(frozen=True, slots=True)
class EntryScorer:
    """Scores passages of an index whose words are known."""

    assayer: Assayer
    vocabulary: Callable[[], WordRarity]
    weights: EntryWeights

    def score(self, question: str, passages: Sequence[Passage]) -> list[float]:
        """One score from -1 to 1 for each passage, in the same order.

        Of many the better half is read, by what the first layer of the encoder makes of them, but
        not what is far behind; the others have its guess, and never come before those read.
        """
        ours = [passage for passage in passages if passage.blocks]
        if not ours:  # texts of others were not cut by us, and their words are not the index's
            return self.assayer.score(question, passages)
        seen = self._seen(question, passages)
        guessed = self._guessed(question, passages, seen)
        read = _worth_reading(guessed) if guessed else range(len(passages))
        readings = self.assayer.readings(question, [passages[at] for at in read])
        logits = self._moved(
            {
                at: self._logit(_with_reading(seen[at], reading))
                for at, reading in zip(read, readings, strict=True)
            },
            seen,
        )
        least = min(logits.values(), default=0.0)
        guessed_at = {at: min(least, logit) for at, logit in enumerate(guessed)}
        return [2 * probability_of(logit) - 1 for _, logit in sorted((guessed_at | logits).items())]

    def score_strips(self, question: str, strips: Sequence[Strip]) -> list[float]:
        """One score for each strip, seen in the pass over its whole passage."""
        return OnnxScorer(self.assayer).score_strips(question, strips)

    def signs(self, question: str, passages: Sequence[Passage]) -> list[EntrySigns]:
        """What is seen of each passage, all of them read, in the same order."""
        readings = self.assayer.readings(question, passages)
        return list(map(_with_reading, self._seen(question, passages), readings))

    def _seen(self, question: str, passages: Sequence[Passage]) -> list[EntrySigns]:
        """What is seen before anything is read."""
        words = question_words(question, self.vocabulary())
        begins: dict[tuple[str, tuple[str, ...]], int] = {}
        for passage in passages:
            entry = _entry_of(passage)
            begins[entry] = min(passage.start, begins.get(entry, passage.start))
        today, names = not asks_for_history(question), Names.of(question, words)
        replaced = superseded(question, passages)
        once = [today and is_history(each) and not names.required_now(each) for each in passages]
        return [
            replace(
                _unread(words.coverage(passage, implied_words(passage, question)), passage.found),
                named=names.entry(passage, begins[_entry_of(passage)]),
                past=float(at in replaced or once[at]),
                similar=similar,
            )
            for at, (passage, similar) in enumerate(
                zip(passages, _less_similar(passages), strict=True)
            )
        ]

    def _guessed(
        self, question: str, passages: Sequence[Passage], seen: Sequence[EntrySigns]
    ) -> list[float]:
        """The logits that are to be expected; none where every passage is to be read."""
        guesses = self.assayer.guesses(question, passages) if len(passages) > SURELY_READ else None
        guessed = [
            self._logit(replace(signs, relevance=guess))
            for signs, guess in zip(seen, guesses or (), strict=bool(guesses))
        ]
        return list(self._moved(dict(enumerate(guessed)), seen).values())

    def _moved(self, logits: dict[int, float], seen: Sequence[EntrySigns]) -> dict[int, float]:
        """The logits, each moved by how much more similar it is than the one that comes first.

        To be similar decides between passages, and says little of whether there is an answer: what
        the first one is worth stays as it is.
        """
        worth = {at: self.weights.similar * seen[at].similar for at in logits}
        first = max(logits, key=lambda at: logits[at] + worth[at], default=None)
        known = 0.0 if first is None else worth[first]
        return {at: logit + worth[at] - known for at, logit in logits.items()}

    def _logit(self, signs: EntrySigns) -> float:
        w = self.weights
        logit = w.relevance * signs.relevance + w.lead * signs.lead + w.covered * signs.covered
        logit += w.covered_above * signs.covered_above + w.missing * signs.missing + w.bias
        return logit + w.later * signs.later + w.named * signs.named + w.past * signs.past


def _less_similar(passages: Sequence[Passage]) -> list[float]:
    """How far each is behind the most similar one; nothing where some were not compared."""
    known = [passage.similar for passage in passages if passage.similar is not None]
    if len(known) < len(passages):
        return [0.0] * len(passages)
    most = max(known, default=0.0)
    return [similar - most for similar in known]


def _entry_of(passage: Passage) -> tuple[str, tuple[str, ...]]:
    """What the pieces of one entry share."""
    return passage.document, passage.headings


def _unread(seen: Coverage, before: int) -> EntrySigns:
    shares = (seen.whole, seen.above, seen.missing)
    return EntrySigns(0.0, _NO_SPAN, *shares, math.log1p(before))


def _with_reading(signs: EntrySigns, reading: PairReading) -> EntrySigns:
    found = reading.best_span()
    lead = max(_NO_SPAN, found.lead) if found else _NO_SPAN
    return replace(signs, relevance=reading.relevance, lead=lead)


def _worth_reading(guessed: Sequence[float]) -> list[int]:
    """Where those stand of the better half that may come first, best first."""
    best = sorted(range(len(guessed)), key=lambda at: -guessed[at])[: max(READ, len(guessed) // 2)]
    near = guessed[best[0]] - MARGIN
    return [at for rank, at in enumerate(best) if rank < SURELY_READ or guessed[at] >= near]
