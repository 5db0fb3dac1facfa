"""Citations shuffled on purpose, and how many answers can be verified in a second."""

from __future__ import annotations

import statistics
import time
from dataclasses import dataclass
from pathlib import Path

from assay.ports import Verifier
from assay.types import Draft
from assay_bench.metrics.bootstrap import Interval, mean_interval
from assay_bench.verification.made_answers import made_answers

WARM_UP = 3


@dataclass(frozen=True, slots=True)
class CitationsResult:
    """The share of shuffled answers that were caught, and of right ones that passed."""

    caught: Interval
    passed: Interval


@dataclass(frozen=True, slots=True)
class SpeedResult:
    """Answers of three sentences with five references, one after the other."""

    answers: int
    per_second: float
    median_ms: float
    slowest_ms: float


def measure_citations(data: Path, verifier: Verifier, limit: int | None) -> CitationsResult:
    """A shuffled answer is caught when a citation of it is said not to hold."""
    caught: list[float] = []
    passed: list[float] = []
    for made in made_answers(data, limit):
        check = verifier.verify(made.question, made.evidence, Draft(made.text))
        holds = check.citation_accuracy == 1
        (caught if made.shuffled else passed).append(float(holds is not made.shuffled))
    return CitationsResult(mean_interval(caught), mean_interval(passed))


def measure_speed(data: Path, verifier: Verifier, limit: int) -> SpeedResult:
    """How long a check takes; the first few are not counted."""
    taken: list[float] = []
    for made in made_answers(data, limit + WARM_UP, seed=1, sentences=(3,)):
        began = time.perf_counter()
        verifier.verify(made.question, made.evidence, Draft(made.text))
        taken.append((time.perf_counter() - began) * 1000)
    counted = taken[WARM_UP:]
    if not counted:
        return SpeedResult(0, 0.0, 0.0, 0.0)
    rate = 1000 * len(counted) / sum(counted)
    return SpeedResult(len(counted), rate, statistics.median(counted), max(counted))
