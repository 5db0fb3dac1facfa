"""The share of the facts in a long answer that a knowledge source supports (Min et al., 2023).

A text is split into atomic facts, each fact is judged against what the knowledge source holds on
its topic, and short texts are penalised. Splitter and judge are seams: any object with the right
method fits. `fact_splitters` and `fact_judges` hold ours.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

# A text with fewer facts than this is penalised, so that saying little is no way to score.
GAMMA = 10


class FactSplitter(Protocol):
    """Cuts a text into facts that can be judged one by one."""

    def split(self, text: str) -> list[str]:
        """The facts in their order; none for a text that says nothing."""
        ...


class FactJudge(Protocol):
    """Says which facts about a topic are supported."""

    def judge(self, topic: str, facts: Sequence[str]) -> list[bool]:
        """One verdict for each fact, in the same order."""
        ...


@dataclass(frozen=True, slots=True)
class JudgedFacts:
    """The facts of one text and whether each is supported."""

    facts: tuple[str, ...]
    supported: tuple[bool, ...]

    @property
    def precision(self) -> float:
        """The share supported, without the penalty; NaN for a text without facts."""
        return sum(self.supported) / len(self.facts) if self.facts else math.nan

    def score(self) -> float:
        """The share supported times the penalty for a short text; NaN without facts."""
        return self.precision * length_penalty(len(self.facts)) if self.facts else math.nan


def judged_facts(
    topic: str, text: str | None, splitter: FactSplitter, judge: FactJudge
) -> JudgedFacts:
    """The facts of one text, judged; a declined answer has none."""
    facts = tuple(splitter.split(text)) if text else ()
    verdicts = tuple(judge.judge(topic, facts)) if facts else ()
    if len(verdicts) != len(facts):
        raise ValueError(f"{len(facts)} facts got {len(verdicts)} verdicts")
    return JudgedFacts(facts, verdicts)


def length_penalty(facts: int) -> float:
    """exp(1 - gamma / facts) for a text with at most gamma facts, 1 for a longer one."""
    if facts > GAMMA:
        return 1.0
    return math.exp(1 - GAMMA / facts) if facts else 0.0
