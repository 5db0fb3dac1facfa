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
    most_seconds: float = 60.0
    limit_seconds: float = 5.0
    with_t5: bool = True
    data: Path | None = None
