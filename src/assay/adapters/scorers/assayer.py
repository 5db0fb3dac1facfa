"""The encoder that judges and reads: one pass over (question, passage), cached for a while."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np

from assay.adapters.pair_network import Outputs, PairNetwork
from assay.adapters.scorers.pair_encoding import Window
from assay.adapters.scorers.pair_reading import PairReading, WindowReading
from assay.errors import ModelError
from assay.model_files import load_card
from assay.types import Passage, Span

# Readings kept for the parts that ask again, in tokens: about 40 MB.
MAX_CACHED_TOKENS = 2_000_000
# Passages in flight at once, so that a huge batch does not fill the memory.
BLOCK = 256


@dataclass(frozen=True, slots=True)
class Calibration:
    """From logits to a probability: weights of relevance and of the span's lead, and a bias."""

    relevance: float
    lead: float
    bias: float

    def probability(self, relevance: float, lead: float) -> float:
        """How likely, between 0 and 1; 0 where there was nothing to read."""
        logit = self.relevance * relevance + self.lead * lead + self.bias
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
        self._known: OrderedDict[tuple[str, str, str], PairReading] = OrderedDict()
        self._tokens = 0
        self._lock = threading.Lock()

    def prime(self, pairs: Sequence[tuple[str, Passage]]) -> None:
        """Read many pairs now, so that the parts that ask for them later need not wait."""
        for _ in self._readings(pairs):
            pass

    def readings(self, question: str, passages: Sequence[Passage]) -> Iterable[PairReading]:
        """What the network sees in each passage, in order, one block of passages at a time."""
        return self._readings([(question, passage) for passage in passages])

    def forget(self) -> None:
        """Let go of every reading, so that the next one costs what a first one does."""
        with self._lock:
            self._known.clear()
            self._tokens = 0

    def score(self, question: str, passages: Sequence[Passage]) -> list[float]:
        """The probability that each passage answers the question, mapped to -1..1."""
        return [self.relevance(reading) for reading in self.readings(question, passages)]

    def relevance(self, reading: PairReading) -> float:
        """How well a passage answers, from -1 to 1."""
        found = reading.best_span()
        lead = found.lead if found else -np.inf
        return 2 * self.passage.probability(reading.relevance, lead) - 1

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
        answers = self.passage.probability(reading.relevance, found.lead)
        return Span(text, found.start, found.end, sure, 1 - answers)

    def _readings(self, pairs: Sequence[tuple[str, Passage]]) -> Iterable[PairReading]:
        rest = iter(pairs)
        while block := list(islice(rest, BLOCK)):
            yield from self._read_block(block)

    def _read_block(self, pairs: list[tuple[str, Passage]]) -> list[PairReading]:
        keys = [(question, passage.context, passage.text) for question, passage in pairs]
        with self._lock:
            known = {key: self._known[key] for key in keys if key in self._known}
        new = {key: pair for key, pair in zip(keys, pairs, strict=True) if key not in known}
        windows = dict(zip(new, self._network.windows_of(new.values()), strict=True))
        for (key, row), outputs in zip(
            windows.items(), self._network.run(windows.values()), strict=True
        ):
            known[key] = PairReading(tuple(map(_window_reading, row, outputs)))
            self._keep(key, known[key])
        return [known[key] for key in keys]

    def _keep(self, key: tuple[str, str, str], reading: PairReading) -> None:
        with self._lock:
            self._known[key] = reading
            self._tokens += reading.size
            while self._tokens > MAX_CACHED_TOKENS and len(self._known) > 1:
                _, oldest = self._known.popitem(last=False)
                self._tokens -= oldest.size


def _window_reading(window: Window, outputs: Outputs) -> WindowReading:
    relevance, tokens = outputs
    text = tokens[window.first : window.first + len(window.offsets)]
    nothing = float(tokens[0, 0] + tokens[0, 1])
    return WindowReading(float(relevance), text, nothing, window.offsets)
