"""A language model's odds of Yes against No as its next word."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import fmean, pstdev

from assay.adapters.chat.together import complete_all
from assay.ports import ChatModel
from assay.types import Completion, Message

ALTERNATIVES = 20  # the most that OpenAI, vLLM and Ollama give
MAX_ODDS = 20.0
# How far the odds of a question's passages lie apart (standard deviation): 0.4 for a model of 1.5
# billion parameters, which can judge, 0.1 for one of 0.5 billion, whose odds tell nothing.
LEAST_SPREAD, FEWEST, MEASURED = 0.15, 6, 3
_LETTERS = re.compile(r"[^a-z]")


@dataclass(slots=True)
class YesNoModel:
    """Asks a language model for the odds of Yes, as long as it gives log-probabilities.

    `logprobs` is None until the first reply with words. A model that gives no log-probabilities
    then is not asked again, nor is one that would say neither word the first three times.
    `spreads`: how far apart its odds were in the first questions; `misses`: how often it would say
    neither word, None once it did.
    """

    model: ChatModel
    logprobs: bool | None = None
    spreads: list[float] = field(default_factory=list)
    misses: int | None = 0

    @property
    def says_either(self) -> bool:
        """False when the model gives no log-probabilities, or not of Yes and No."""
        return self.logprobs is not False and (self.misses is None or self.misses < MEASURED)

    @property
    def differs(self) -> bool:
        """False when the model says much the same of every passage: then its odds mean nothing."""
        return not self.spreads or fmean(self.spreads) >= LEAST_SPREAD

    @property
    def is_known(self) -> bool:
        """True when enough questions were seen to say whether its odds differ."""
        return len(self.spreads) >= MEASURED

    def measure(self, odds: Sequence[float]) -> None:
        """Remember how far apart the odds of one question's passages lie."""
        if not self.is_known and len(odds) >= FEWEST:
            self.spreads.append(pstdev(odds))

    def odds(self, conversations: Sequence[Sequence[Message]]) -> list[float | None]:
        """The log-odds of each conversation, None for a reply that is neither Yes nor No."""
        if not self.says_either:
            return [None] * len(conversations)
        said = complete_all(self.model, conversations, max_tokens=1, logprobs=ALTERNATIVES)
        if any(each.logprobs for each in said):
            self.logprobs = True
        elif self.logprobs is None and any(each.text.strip() for each in said):
            self.logprobs = False
        odds = [yes_no_odds(each) for each in said]
        if any(each is not None for each in odds):
            self.misses = None
        elif self.logprobs and self.misses is not None:
            self.misses += 1
        return odds


def yes_no_odds(said: Completion) -> float | None:
    """Log-odds of Yes against No as the first word; None where the model would say neither.

    A word that is not among the alternatives is at most as likely as the last one that is.
    """
    if not said.logprobs:
        return None
    first = said.logprobs[0]
    told = first.alternatives or ((first.text, first.logprob),)
    weights = {"yes": 0.0, "no": 0.0}
    for text, logprob in told:
        letters = _LETTERS.sub("", text.strip().lower())
        if letters in weights:
            weights[letters] += math.exp(min(0.0, logprob))
    if not any(weights.values()) or len(told) < 2:  # noqa: PLR2004 - one word has no odds
        return None
    # Servers write -9999 for "never".
    floor = math.exp(max(-MAX_ODDS, min(0.0, *(logprob for _, logprob in told))))
    odds = math.log(max(weights["yes"], floor)) - math.log(max(weights["no"], floor))
    return max(-MAX_ODDS, min(MAX_ODDS, odds))
