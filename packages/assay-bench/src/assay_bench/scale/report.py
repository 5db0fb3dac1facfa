"""What growing costs, as a table for people and as data for programs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict
from itertools import pairwise
from typing import Any

from assay_bench.scale.measure import Growth
from assay_bench.speed.machine import Machine

_COLUMNS = (
    "passages",
    "build ms each",
    "build MiB",
    "bytes each",
    "open ms",
    "words ms",
    "meaning ms",
    "retrieve ms",
    "of cpu",
    "read MiB",
    "exact ms",
    "recall",
)


def scale_facts(machine: Machine, found: Sequence[Growth]) -> dict[str, Any]:
    """Everything measured, in a form that `json.dumps` writes."""
    sizes = [
        {**asdict(each), "build_ms": each.build_ms, "bytes_each": each.bytes_each} for each in found
    ]
    return {"machine": machine.facts(), "sizes": sizes, "exponents": exponents(found)}


def exponents(found: Sequence[Growth]) -> list[float]:
    """With which power of the size the processor time to retrieve grows, from each to the next."""
    return [
        math.log(large.retrieve_cpu_ms / small.retrieve_cpu_ms)
        / math.log(large.passages / small.passages)
        for small, large in pairwise(found)
    ]


def scale_table(machine: Machine, found: Sequence[Growth]) -> str:
    """A table in Markdown, under a line about the machine."""
    facts = machine.facts()
    head = f"{facts['cpu']}, {facts['cores']} cores, load {machine.load:.1f} before the run"
    lines = [head, "", f"| {' | '.join(_COLUMNS)} |", "|" + "---|" * len(_COLUMNS)]
    lines += [f"| {' | '.join(_cells(each))} |" for each in found]
    if len(found) > 1:
        powers = ", ".join(f"{power:.2f}" for power in exponents(found))
        lines += ["", f"retrieve grows with the size to the power of {powers} (the root is 0.5)"]
    return "\n".join(lines) + "\n"


def _cells(each: Growth) -> list[str]:
    recall = f"{each.recall:.3f}" if each.by_index else "exact"
    times = (each.open_ms, each.words_ms, each.meaning_ms, each.retrieve_ms, each.retrieve_cpu_ms)
    return [
        f"{each.passages:,}",
        f"{each.build_ms:.3f}",
        f"{each.write_memory_mb:,.0f}",
        f"{each.bytes_each:,.0f}",
        *(f"{ms:.1f}" for ms in times),
        f"{each.read_memory_mb:,.0f}",
        f"{each.exact_ms:.1f}",
        recall,
    ]
