"""A network in place of the shipped one that sees what a test tells it to see."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from assay.adapters.scorers.assayer import Calibration
from assay.adapters.scorers.pair_reading import PairReading, WindowReading
from assay.types import Passage

_NEVER = -50.0
BY_LEAD = Calibration(relevance=0.0, lead=1.0, bias=0.0)


@dataclass(frozen=True, slots=True)
class Seen:
    """A span of words, its lead over 'no answer', and the relevance of the passage around it."""

    span: str
    lead: float = 1.0
    relevance: float = 1.0


@dataclass(slots=True)
class SeeingAssayer:
    """Finds in each passage the first span it was told of; in others, nothing it believes in."""

    spans: Sequence[Seen] = ()
    scores: Mapping[str, float] = field(default_factory=dict)
    span: Calibration = BY_LEAD
    guessed: Mapping[str, float] | None = None
    read: list[str] = field(default_factory=list)

    def readings(self, question: str, passages: Sequence[Passage]) -> list[PairReading]:
        self.read += [passage.text for passage in passages]
        return [self._reading(passage.text) for passage in passages]

    def guesses(self, question: str, passages: Sequence[Passage]) -> list[float] | None:
        guessed = self.guessed
        return None if guessed is None else [guessed[passage.text] for passage in passages]

    def score(self, question: str, passages: Sequence[Passage]) -> list[float]:
        return [self.scores.get(passage.text, 0.0) for passage in passages]

    def _reading(self, text: str) -> PairReading:
        found = [(match.start(), match.end()) for match in re.finditer(r"\w+|[^\w\s]", text)]
        if not found:
            return PairReading(())
        seen = next((each for each in self.spans if each.span in text), Seen("", -9.0, -9.0))
        first = text.index(seen.span)
        last = first + len(seen.span) if seen.span else found[0][1]
        offsets = np.array(found)
        tokens = np.full((len(found), 3), _NEVER, np.float32)
        tokens[np.searchsorted(offsets[:, 0], first), 0] = seen.lead / 2
        tokens[np.searchsorted(offsets[:, 1], last), 1] = seen.lead / 2
        tokens[(offsets[:, 0] >= first) & (offsets[:, 1] <= last), 2] = seen.lead
        return PairReading((WindowReading(seen.relevance, tokens, 0.0, offsets),))
