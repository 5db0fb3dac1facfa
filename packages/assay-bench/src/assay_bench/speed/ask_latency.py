"""Milliseconds from question to answer, and the share of each step."""

from __future__ import annotations

import statistics
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from assay.engine import Engine
from assay.types import Answer
from assay_bench.speed.machine import peak_memory_mb

WARM_UP = 2  # questions; the first of all loads the models and the vectors


@dataclass(frozen=True, slots=True)
class AskLatency:
    """What asking cost at one size of the index; times in milliseconds."""

    passages: int
    questions: int
    first_ms: float
    median_ms: float
    slow_ms: float
    plumbing_ms: float
    peak_memory_mb: float
    steps_ms: Mapping[str, float] = field(default_factory=dict)

    def share(self, step: str) -> float:
        """Which part of the time a step takes."""
        whole = sum(self.steps_ms.values()) + self.plumbing_ms
        return self.steps_ms.get(step, 0.0) / whole if whole else 0.0


def measure_ask_latency(engine: Engine, passages: int, questions: Sequence[str]) -> AskLatency:
    """Medians over the questions; `slow_ms` is what nine of ten stay under."""
    first_ms, _ = _timed(engine, questions[0])
    for question in questions[1:WARM_UP]:
        engine.ask(question)
    runs = [_timed(engine, question) for question in questions[WARM_UP:]]
    totals = sorted(total for total, _ in runs)
    steps = [_outer_steps(answer) for _, answer in runs]
    names = dict.fromkeys(name for each in steps for name in each)
    return AskLatency(
        passages=passages,
        questions=len(runs),
        first_ms=first_ms,
        median_ms=statistics.median(totals),
        slow_ms=totals[int(0.9 * (len(totals) - 1))],
        plumbing_ms=statistics.median(
            total - sum(each.values()) for (total, _), each in zip(runs, steps, strict=True)
        ),
        peak_memory_mb=peak_memory_mb(),
        steps_ms={name: statistics.median(s.get(name, 0.0) for s in steps) for name in names},
    )


def _timed(engine: Engine, question: str) -> tuple[float, Answer]:
    began = time.perf_counter()
    answer = engine.ask(question)
    return (time.perf_counter() - began) * 1000, answer


def _outer_steps(answer: Answer) -> dict[str, float]:
    """Milliseconds by step; a step inside another is counted with the outer one alone."""
    totals: dict[str, float] = {}
    for step in answer.trace:
        if step.depth == 0:
            totals[step.name] = totals.get(step.name, 0.0) + step.ms
    return totals
