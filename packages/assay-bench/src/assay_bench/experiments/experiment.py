"""An experiment of a paper as data: systems, tasks, measures, and what the paper found."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from assay.config import Settings
from assay.config.profiles import Profile
from assay.ports import Strategy
from assay.wiring import Overrides
from assay_bench.experiments.measure import ACCURACY, Measure
from assay_bench.task import Task

Build = Callable[[Settings, Overrides], Strategy]


@dataclass(frozen=True, slots=True)
class Arm:
    """One system: its name in the table, how it is made, and the arm it is held against."""

    name: str
    build: Build
    against: str = ""


@dataclass(frozen=True, slots=True)
class Printed:
    """What the paper printed with one model: by task, then by measure and system."""

    label: str
    figures: Mapping[str, Mapping[str, str | float]]
    measure: str = ACCURACY.name

    def figure(self, task: str, measure: str, arm: str) -> str:
        """The figure as the paper has it, nothing where it has none."""
        found = self.figures.get(task, {}).get(arm) if measure == self.measure else None
        return "" if found is None else str(found)


def as_it_is(task: Task) -> Task:
    """The whole task."""
    return task


def one_world(task: Task, seed: int) -> dict[str, Task]:
    """The task alone, under its own name."""
    return {task.name: task}


def unchanged(settings: Settings) -> Settings:
    """The settings as the user chose them."""
    return settings


@dataclass(frozen=True, slots=True)
class Experiment:
    """Everything that is special to one table.

    Each system answers the same questions from the same retrieval with the same generator.
    `select` takes the part of a task that may be reported, before the lot is drawn; `worlds` makes
    several tasks of one, as a retriever that grows worse does. `differs` says in whole sentences
    what is not as in the paper. The papers' systems never decline; where ours shall not either,
    `may_decline` stays false. `wide` makes a row for each system instead of each figure.
    `profile` is that of the settings unless the user chose one.
    """

    name: str
    title: str
    tasks: tuple[str, ...]
    arms: tuple[Arm, ...]
    paper: tuple[Printed, ...] = ()
    differs: tuple[str, ...] = ()
    measures: Mapping[str, tuple[Measure, ...]] = field(default_factory=dict)
    select: Callable[[Task], Task] = as_it_is
    worlds: Callable[[Task, int], Mapping[str, Task]] = one_world
    settings: Callable[[Settings], Settings] = unchanged
    may_decline: bool = False
    wide: bool = False
    profile: Profile = "paper"

    def measures_of(self, task: str) -> tuple[Measure, ...]:
        """What is read off the records of a task: accuracy, unless something else is said."""
        return self.measures.get(task) or self.measures.get("") or (ACCURACY,)
