"""How much is measured."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

DEFAULT_QUESTIONS = 30


@dataclass(frozen=True, slots=True)
class Size:
    """All amounts go with the number of questions, which --limit sets."""

    questions: int = DEFAULT_QUESTIONS
    max_seconds: float = 30.0
    data: Path | None = None

    @property
    def pairs(self) -> int:
        """Pairs to score: ten to a question, and ten to warm up."""
        return 10 * (self.questions + 1)

    @property
    def searched(self) -> int:
        """Passages to search in."""
        return 1_000 * self.questions

    @property
    def indexed(self) -> int:
        """Passages' worth of text to index."""
        return 20 * self.questions
