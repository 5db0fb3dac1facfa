"""The rows of an experiment: its figures, with what the records say was used for them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from assay.config import Settings
from assay_bench.experiments.experiment import Experiment
from assay_bench.experiments.figure import Figure
from assay_bench.experiments.measure import CHECKED_BY_VERIFIER
from assay_bench.experiments.model_size import parameters
from assay_bench.rows.made import Made
from assay_bench.rows.row import Row
from assay_bench.runs.record import Record

SCORER, READER, VERIFIER = "scorer", "reader", "verifier"


def rows_of(
    experiment: Experiment,
    figures: Iterable[Figure],
    settings: Settings,
    made: Mapping[str, Made],
    records: Mapping[str, Mapping[str, Iterable[Record]]],
) -> Iterator[Row]:
    """One row for each figure; what was made and recorded is given by the name of the world."""
    for each in figures:
        gap = each.difference
        used = uses(settings, records[each.world][each.arm])
        if each.measure in CHECKED_BY_VERIFIER:
            used = tuple(dict.fromkeys([*used, VERIFIER]))
        yield Row(
            experiment.name,
            settings.profile,
            each.world,
            each.measure,
            each.arm,
            generator_of(settings),
            each.value.count,
            each.value.value,
            each.value.low,
            each.value.high,
            each.unit,
            each.against,
            None if gap is None else (gap.value, gap.low, gap.high, gap.count),
            dict(each.paper),
            used,
            made[each.world],
        )


def uses(settings: Settings, records: Iterable[Record]) -> tuple[str, ...]:
    """The parts that had a hand in the answers of a system."""
    used = {READER} if settings.generator.name == "extractive" else set()
    for record in records:
        steps = {step["name"] for step in record.answer.get("trace") or ()}
        used |= {SCORER} if record.answer.get("scores") or steps & {"score", "reflect"} else set()
        used |= {VERIFIER} if record.answer.get("check") or "reflect" in steps else set()
    return tuple(part for part in (SCORER, READER, VERIFIER) if part in used)


def generator_of(settings: Settings) -> str:
    """What answered: the reader, or a language model by name and size."""
    if settings.generator.name == "extractive":
        return "reader"
    name = settings.model.name.rstrip("/").rpartition("/")[2] or settings.generator.name
    size = parameters(settings)
    return f"{name} ({size})" if size else name
