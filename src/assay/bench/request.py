"""What the command line hands to an experiment."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from assay.config import Settings

Progress = Callable[[int, int], None]


def silent(done: int, total: int) -> None:
    """Show no progress."""


@dataclass(frozen=True, slots=True)
class Request:
    """Where the data is, what answers, where results go, and how much is to be run."""

    data: Path
    out: Path
    settings: Settings
    strategies: tuple[str, ...] = ()
    limit: int | None = None
    seed: int = 0
    jobs: int = 1
    progress: Progress = silent
