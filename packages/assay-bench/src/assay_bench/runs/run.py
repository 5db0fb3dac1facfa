"""Runs systems over a task; every question leaves a line, so that a killed run carries on."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from assay import __version__
from assay.config import Settings
from assay.ports import NliScorer
from assay_bench.request import Progress, silent
from assay_bench.rows.made import made_now
from assay_bench.runs.answered import Pair, answered
from assay_bench.runs.folder import RunFolder
from assay_bench.runs.in_order import in_order
from assay_bench.runs.record import Record
from assay_bench.runs.shared_retrieval import open_retrieval
from assay_bench.runs.system import System
from assay_bench.task import Task

Answering = Callable[[Sequence[Pair]], Iterator[Record]]
"""Answers pairs in their order: on other machines."""


def run(
    task: Task,
    systems: Sequence[System],
    out: Path,
    *,
    seed: int = 0,
    jobs: int = 1,
    progress: Progress = silent,
    nli: NliScorer | None = None,
    answering: Answering | None = None,
) -> list[Record]:
    """Every record of the run, in the order of cases, then systems; also in `out`.

    With `nli`, citations and the facts of long answers are judged too, off the clock. `answering`
    takes the place of this process and its `jobs` and `nli`.
    Call it again after an interruption and it carries on; `seed` is only written down.
    """
    shared = open_retrieval(systems[0].settings, task.cases)
    for system in systems:  # what cannot be built fails now, not after an hour
        system.build(system.settings, shared.given(task.cases[0]))
    with RunFolder(out) as folder:
        folder.describe(_description(task, systems, seed), task.cases)
        pairs = [(case, system) for case in task.cases for system in systems]
        todo = [(c, s) for c, s in pairs if (c.id, s.name) not in folder.records]
        done = len(pairs) - len(todo)
        progress(done, len(pairs))
        here = in_order(lambda pair: answered(*pair, shared, nli), todo, jobs)
        for record in here if answering is None else answering(todo):
            folder.add(record)
            done += 1
            progress(done, len(pairs))
        return [folder.records[case.id, system.name] for case, system in pairs]


def on_cluster(ray: Any, judged: bool = False) -> Answering | None:  # noqa: ANN401 - a module
    """What answers the questions in place of this process: the cluster, where there is one."""
    if ray is None:
        return None
    from assay_bench.runs.on_cluster import ClusterRecords  # noqa: PLC0415 - needs the extra ray

    return ClusterRecords(ray, judged)


def _description(task: Task, systems: Sequence[System], seed: int) -> dict[str, Any]:
    return {
        "assay": __version__,
        "task": task.name,
        "description": task.description,
        "source": task.source,
        "questions": len(task.cases),
        "cases": task.fingerprint,
        "seed": seed,
        "made": asdict(made_now(systems[0].settings)),
        "systems": {system.name: _settings_json(system.settings) for system in systems},
    }


def _settings_json(settings: Settings) -> dict[str, Any]:
    """All that can change an answer; where a model's words are kept cannot."""
    told: dict[str, Any] = json.loads(settings.model_dump_json())
    del told["model"]["cache"]
    return told
