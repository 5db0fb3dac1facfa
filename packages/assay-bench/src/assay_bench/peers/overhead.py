"""What correcting costs: the time of CRAG over that of RAG with the same generator."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from assay_bench.expected.expectation import read_expected
from assay_bench.expected.run import HERE
from assay_bench.metrics.bootstrap import Interval, Rows, interval_of
from assay_bench.request import Request
from assay_bench.runs.run import run
from assay_bench.runs.system import named_systems
from assay_bench.tasks.load import load_task

PAPER = 1.41


def overhead(request: Request) -> Interval:
    """How many times as long CRAG takes, over the questions of the selfcheck, timed now."""
    task = load_task("custom", read_expected(HERE / "varholm.toml").questions)
    with TemporaryDirectory() as folder:  # an earlier run's times must not come back
        records = run(task, named_systems(["rag", "crag"], request.settings), Path(folder))
    taken = {
        name: np.array([r.seconds for r in records if r.strategy == name])
        for name in ("rag", "crag")
    }

    def ratio(rows: Rows) -> float:
        return float(taken["crag"][rows].mean() / taken["rag"][rows].mean())

    return interval_of(ratio, len(task.cases))
