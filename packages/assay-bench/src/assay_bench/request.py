"""What the command line hands to an experiment."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assay.config import Settings
from assay.errors import InputError

Progress = Callable[[int, int], None]
Announce = Callable[[str], None]


def silent(done: int, total: int) -> None:
    """Show no progress."""


def unannounced(what: str) -> None:
    """Say nothing of what begins."""


@dataclass(frozen=True, slots=True)
class Request:
    """Where the data is, what answers, where results go, and how much is to be run.

    `data` is None only for an experiment that brings its own. `quick` is for the one that runs all
    others: so few questions of each that a laptop can do it. `ray` is the module, connected to the
    cluster that answers, or None when this process does.
    """

    data: Path | None
    out: Path
    settings: Settings
    strategies: tuple[str, ...] = ()
    limit: int | None = None
    seed: int = 0
    jobs: int = 1
    progress: Progress = silent
    announce: Announce = unannounced
    quick: bool = False
    ray: Any = None

    def needed_data(self) -> Path:
        """Where the data is, or an error that asks for it."""
        if self.data is None:
            raise InputError(
                "name the data with --data PATH, or with --url URL and --sha256 HEX",
                hint="`assay bench list` shows which files a task looks for",
            )
        return self.data
