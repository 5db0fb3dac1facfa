"""A form: the layouts a dataset comes in, and the files to look for in a folder."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from assay_bench.case import Case
from assay_bench.tasks.layout import Layout


@dataclass(frozen=True, slots=True)
class Folder:
    """What a dataset that is a whole folder holds."""

    cases: tuple[Case, ...]
    corpus: Path | None = None


@dataclass(frozen=True, slots=True)
class Form:
    """How one dataset is read.

    `files` are patterns for what lies in a data folder, the best first. `layouts` are tried in
    turn on the first row. `folder` reads a data folder as a whole and gives None when the folder
    is not of that kind. `judged` says that without right answers there is nothing to measure.
    """

    about: str
    files: tuple[str, ...]
    layouts: tuple[Layout, ...]
    judged: bool = True
    folder: Callable[[Path], Folder | None] | None = None
