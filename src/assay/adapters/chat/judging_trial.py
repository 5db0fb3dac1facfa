"""Whether a language model can judge passages: three questions with and without their answers."""

from __future__ import annotations

import time
from dataclasses import dataclass
from statistics import fmean

from assay.adapters.chat.yes_no import YesNoModel
from assay.adapters.scorers.odds import odds_prompt
from assay.errors import AssayError
from assay.ports import ChatModel
from assay.types import Passage

TELLS_FROM = 0.5
"""By how many logits an answer is to be told from its near miss: 0.1 is that of small models."""
PAIRS = (
    (
        "How many days of leave does a new parent get?",
        "A new parent gets thirty days of leave, paid in full, from the day of the birth.",
        "A new parent tells the office of the birth and sends a copy of the certificate.",
    ),
    (
        "Who repairs the lift?",
        "The lift is serviced by Hansen Ltd, who also come when it is stuck.",
        "The lift was built in 1974 and carries six people. It does not stop at the cellar.",
    ),
    (
        "What is the fee for a lost key?",
        "Whoever loses a key pays 40 euros for a new one.",
        "Keys are handed out on Mondays. Whoever has lost a key says so at the desk.",
    ),
)


@dataclass(frozen=True, slots=True)
class JudgingTrial:
    """How a model judges: with log-probabilities or not, how fast, and how well.

    `seconds` is the time for one passage, `spread` by how many logits it prefers passages with the
    answer to others.
    """

    logprobs: bool
    seconds: float
    spread: float = 0.0

    @property
    def tells(self) -> bool:
        """True when the odds carry a judgement."""
        return self.logprobs and self.spread >= TELLS_FROM


def try_judging(model: ChatModel) -> JudgingTrial:
    """How a model judges passages; one that gives no odds is asked once."""
    began = time.perf_counter()
    spreads: list[float] = []
    for question, good, bad in PAIRS:
        odds: list[float] = []
        for text in (good, bad):
            value = _odds(model, question, text)
            if value is None:
                asked = 2 * len(spreads) + len(odds) + 1
                return JudgingTrial(False, (time.perf_counter() - began) / asked)
            odds.append(value)
        spreads.append(odds[0] - odds[1])
    seconds = (time.perf_counter() - began) / (2 * len(PAIRS))
    return JudgingTrial(True, seconds, fmean(spreads))


def _odds(model: ChatModel, question: str, text: str) -> float | None:
    prompt = odds_prompt(question, Passage("trial", text))
    try:
        return YesNoModel(model).odds([prompt])[0]
    except AssayError:
        return None
