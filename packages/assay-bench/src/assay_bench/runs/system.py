"""What is measured: a strategy with its settings, under a name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from assay.config import Settings
from assay.errors import InputError
from assay.ports import Strategy
from assay.wiring import Overrides, build_strategy
from assay.wiring.catalogue import find_strategy


@dataclass(frozen=True, slots=True)
class System:
    """A name for the tables, settings, and how the strategy is made of them.

    An ablation brings its own `build`: it is called for each case with the parts that are the same
    for every system (retriever, search, generator) and may replace any other.
    """

    name: str
    settings: Settings
    build: Callable[[Settings, Overrides], Strategy] = build_strategy


def named_systems(names: Sequence[str], settings: Settings) -> tuple[System, ...]:
    """One system for each strategy, all else being equal; an unknown name is an error at once."""
    return tuple(
        System(name, settings.model_copy(update={"strategy": name}))
        for name in check_strategies(names)
    )


def check_strategies(names: Sequence[str]) -> list[str]:
    """The names as the settings spell them; each must be known, and stand there once."""
    spelt = [name.strip().lower().replace("-", "_") for name in names]
    if not spelt or len(set(spelt)) < len(spelt):
        raise InputError("name one or more strategies, each once", hint="--strategies rag,crag")
    for name in spelt:
        find_strategy(name)
    return spelt
