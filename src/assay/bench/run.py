"""Runs systems over a task; every question leaves a line, so that a killed run carries on."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from assay.bench.record import Record
from assay.bench.request import Progress, silent
from assay.bench.system import System
from assay.bench.task import Task


def run(
    task: Task,
    systems: Sequence[System],
    out: Path,
    *,
    jobs: int = 1,
    progress: Progress = silent,
) -> list[Record]:
    """Every record of the run, in the order of cases, then systems; also in `out`."""
    raise NotImplementedError
