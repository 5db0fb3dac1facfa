"""How much the bench measures."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Plan:
    """How much to measure."""

    sizes: tuple[int, ...] = (1_000, 10_000, 100_000)
    questions: int = 30
    index_passages: int = 1_500
    pairs: int = 1_000
    max_seconds: float = 60.0
    limit_seconds: float = 5.0
    with_t5: bool = True
    data: Path | None = None


QUICK = Plan(
    sizes=(1_000,),
    questions=8,
    index_passages=150,
    pairs=60,
    max_seconds=10,
    limit_seconds=1,
    with_t5=False,
)
"""A small run to see that all works; its numbers mean little."""
