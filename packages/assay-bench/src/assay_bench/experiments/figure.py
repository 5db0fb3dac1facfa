"""One figure of an experiment: a system on a task by a measure, with the paper's beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from assay_bench.experiments.experiment import Experiment
from assay_bench.experiments.measure import Measure, Reader
from assay_bench.metrics.bootstrap import Difference, Interval, mean_interval, paired_difference
from assay_bench.runs.compare import Results
from assay_bench.task import Task


@dataclass(frozen=True, slots=True)
class Figure:
    """What was measured; `paper` is by the label of the paper's own model, as printed."""

    world: str
    measure: str
    unit: float
    arm: str
    value: Interval
    against: str
    difference: Difference | None
    paper: Mapping[str, str]


def figures_of(
    experiment: Experiment,
    measure: Measure,
    read: Reader,
    *,
    world: str,
    task: Task,
    results: Results,
) -> list[Figure]:
    """One figure for each system on the task, which the table calls `world`."""
    cases = {case.id: case for case in task.cases}
    values = {
        arm: {case: read(cases[case], record) for case, record in records.items()}
        for arm, records in results.items()
    }
    found = []
    for arm in experiment.arms:
        own = {case: v for case, v in values[arm.name].items() if v is not None}
        if not own:
            continue
        against = arm.against or experiment.arms[0].name
        other = {case: v for case, v in values[against].items() if v is not None}
        shared = [case for case in own if case in other]
        difference = None
        if against != arm.name and shared:
            difference = paired_difference([own[c] for c in shared], [other[c] for c in shared])
        found.append(
            Figure(
                world,
                measure.name,
                measure.unit,
                arm.name,
                mean_interval(list(own.values())),
                against if difference else "",
                difference,
                {
                    each.label: said
                    for each in experiment.paper
                    if (said := each.figure(task.name, measure.name, arm.name))
                },
            )
        )
    return found
