"""An expected figure with its tolerance, and whether a run met it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Expectation:
    """What one figure of one system should be; `measure` is its path in summary.json."""

    system: str
    measure: str
    value: float
    tolerance: float


@dataclass(frozen=True, slots=True)
class Expected:
    """A small experiment: its questions and what they should come to."""

    about: str
    questions: Path
    figures: tuple[Expectation, ...]

    @property
    def systems(self) -> tuple[str, ...]:
        """The systems that something is expected of, in the order of the file."""
        return tuple(dict.fromkeys(each.system for each in self.figures))


@dataclass(frozen=True, slots=True)
class Met:
    """An expectation and what was measured, None where the figure is missing."""

    expected: Expectation
    measured: float | None

    @property
    def within(self) -> bool:
        """True when the figure is no further off than it may be."""
        off = None if self.measured is None else abs(self.measured - self.expected.value)
        return off is not None and off <= self.expected.tolerance + 1e-9


def read_expected(place: Path) -> Expected:
    """The expectations of a TOML file; its questions lie beside it."""
    table = tomllib.loads(place.read_text("utf-8"))
    figures = [
        Expectation(system, measure, float(each["value"]), float(each["tolerance"]))
        for system, measures in table.items()
        if isinstance(measures, dict)
        for measure, each in measures.items()
    ]
    return Expected(table["about"], place.parent / table["questions"], tuple(figures))


def check(expected: Sequence[Expectation], summary: Mapping[str, Any]) -> list[Met]:
    """Every expectation beside the figure of a summary.json."""
    systems = {each["strategy"]: each for each in summary["systems"]}
    return [Met(each, _figure(systems.get(each.system), each.measure)) for each in expected]


def _figure(found: Any, measure: str) -> float | None:  # noqa: ANN401 - any nesting of plain values
    for name in measure.split("."):
        if not isinstance(found, dict) or found.get(name) is None:
            return None
        found = found[name]
    return float(found)
