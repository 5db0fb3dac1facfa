"""The encoder that judges and reads: one pass over (question, passage), cached for a while."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from math import log
from pathlib import Path

import numpy as np

from assay.adapters.pair_network import Begun, Outputs, PairNetwork
from assay.adapters.scorers.pair_encoding import Window
from assay.adapters.scorers.pair_reading import PairReading, WindowReading
from assay.adapters.scorers.recent import Recent
from assay.errors import ModelError
from assay.model_files import load_card
from assay.types import Passage, Span

# Readings kept for the parts that ask again, in tokens: about 40 MB.
MAX_CACHED_TOKENS = 2_000_000
# Pairs that were begun and may be gone on with, in tokens: about 30 MB of states.
MAX_BEGUN_TOKENS = 20_000
MAX_GUESSES = 5_000  # with the texts that they are of, some 10 MB
# Passages in flight at once, so that a huge batch does not fill the memory; fewer where states are.
BLOCK, BEGUN_BLOCK = 256, 64
# Tokens of a text without a title: from LONG_TEXT on it is scored as it is.
LONG_TEXT, SHORT_TEXT = 110, 10

Key = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Calibration:
    """From logits to a probability: weights of relevance, the span's lead and shortness, a bias."""

    relevance: float
    lead: float
    bias: float
    short: float = 0.0  # the network scores a few words without a title too low

    def probability(self, relevance: float, lead: float, short: float = 0.0) -> float:
        """How likely, between 0 and 1; 0 where there was nothing to read."""
        read = self.relevance * relevance + self.lead * lead
        return probability_of(read + self.short * short + self.bias)


def shortness(passage: Passage, reading: PairReading) -> float:
    """0 with a title or enough tokens; else the logarithm of how many times fewer they are."""
    if passage.context:
        return 0.0
    return max(0.0, log(LONG_TEXT / max(reading.size, SHORT_TEXT)))


def probability_of(logit: float) -> float:
    """The logistic function of a logit; 0 where there is none."""
    return float(1 / (1 + np.exp(-np.clip(logit, -30, 30)))) if np.isfinite(logit) else 0.0


class Assayer:
    """Our network with its calibration; safe to share between threads."""

    def __init__(self, folder: Path, threads: int | None = None) -> None:
        """Load the model in `folder`; it runs on `threads` cores, or on all."""
        calibration = load_card(folder).raw.get("calibration", {})
        try:
            self.passage = Calibration(**calibration["passage"])
            self.strip = Calibration(**calibration["strip"])
            self.span = Calibration(**calibration["span"])
        except (KeyError, TypeError) as error:
            raise ModelError(
                f"the card in {folder} lacks a calibration of passage, strip and span"
            ) from error
        self._network = PairNetwork(folder, threads)
        self._known = Recent[Key, PairReading](MAX_CACHED_TOKENS, lambda reading: reading.size)
        self._begun = Recent[Key, list[Begun]](MAX_BEGUN_TOKENS, lambda rows: sum(map(len, rows)))
        self._guesses = Recent[Key, float](MAX_GUESSES)

    def prime(self, pairs: Sequence[tuple[str, Passage]]) -> None:
        """Read many pairs now, so that the parts that ask for them later need not wait."""
        for _ in self._readings(pairs):
            pass

    def readings(self, question: str, passages: Sequence[Passage]) -> Iterable[PairReading]:
        """What the network sees in each passage, in order, one block of passages at a time."""
        return self._readings([(question, passage) for passage in passages])

    def guesses(self, question: str, passages: Sequence[Passage]) -> list[float] | None:
        """The relevance logits to be expected, for a fifth of the price; None where there are none.

        To read one of the passages later costs the rest, if that is soon.
        """
        if not self._network.can_guess:
            return None
        pairs = {_key(question, passage): (question, passage) for passage in passages}
        known = self._guesses.of(pairs)
        new = iter([key for key in pairs if key not in known])
        while block := list(islice(new, BEGUN_BLOCK)):
            windows = self._network.windows_of([pairs[key] for key in block])
            for key, rows in zip(block, self._network.begin(windows), strict=True):
                known[key] = max((row.guess for row in rows), default=-np.inf)
                self._guesses.keep(key, known[key])
                self._begun.keep(key, rows)
        return [known[_key(question, passage)] for passage in passages]

    def forget(self) -> None:
        """Let go of every reading, so that the next one costs what a first one does."""
        for kept in (self._known, self._begun, self._guesses):
            kept.clear()

    def score(self, question: str, passages: Sequence[Passage]) -> list[float]:
        """The probability that each passage answers the question, mapped to -1..1."""
        readings = self.readings(question, passages)
        return [2 * self._answers(p, r) - 1 for p, r in zip(passages, readings, strict=True)]

    def _answers(self, passage: Passage, reading: PairReading) -> float:
        found = reading.best_span()
        lead = found.lead if found else -np.inf
        return self.passage.probability(reading.relevance, lead, shortness(passage, reading))

    def read(self, question: str, passages: Sequence[Passage]) -> list[Span]:
        """The best answer in each passage, in order."""
        readings = self.readings(question, passages)
        return [self._span(p, r) for p, r in zip(passages, readings, strict=True)]

    def _span(self, passage: Passage, reading: PairReading) -> Span:
        found = reading.best_span()
        if found is None:
            return Span("", 0, 0, 0.0, 1.0)
        text = passage.text[found.start : found.end]
        sure = self.span.probability(reading.relevance, found.lead)
        return Span(text, found.start, found.end, sure, 1 - self._answers(passage, reading))

    def _readings(self, pairs: Sequence[tuple[str, Passage]]) -> Iterable[PairReading]:
        rest = iter(pairs)
        while block := list(islice(rest, BLOCK)):
            yield from self._read_block(block)

    def _read_block(self, pairs: list[tuple[str, Passage]]) -> list[PairReading]:
        keys = [_key(question, passage) for question, passage in pairs]
        known = self._known.of(keys)
        new = {key: pair for key, pair in zip(keys, pairs, strict=True) if key not in known}
        begun = self._begun.of(new)
        fresh = {key: pair for key, pair in new.items() if key not in begun}
        rows = dict(zip(fresh, self._network.windows_of(fresh.values()), strict=True))
        seen = dict(zip(rows, self._network.run(rows.values()), strict=True))
        rows |= {key: [row.window for row in some] for key, some in begun.items()}
        seen |= dict(zip(begun, self._network.finish(begun.values()), strict=True))
        for key, outputs in seen.items():
            known[key] = PairReading(tuple(map(_window_reading, rows[key], outputs)))
            self._known.keep(key, known[key])
            self._begun.forget(key)
        return [known[key] for key in keys]


def _key(question: str, passage: Passage) -> Key:
    return question, passage.context, passage.text


def _window_reading(window: Window, outputs: Outputs) -> WindowReading:
    relevance, tokens = outputs
    text = tokens[window.first : window.first + len(window.offsets)]
    nothing = float(tokens[0, 0] + tokens[0, 1])
    return WindowReading(float(relevance), text, nothing, window.offsets)
