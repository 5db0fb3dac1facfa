"""What a soak found, as a table for people and as data for programs."""

from __future__ import annotations

from collections import Counter
from typing import Any

from assay_bench.soak.measure import SoakResult


def soak_facts(result: SoakResult) -> dict[str, Any]:
    """Everything measured, in a form that `json.dumps` writes."""
    asked = result.asked
    last = result.samples[-1] if result.samples else None
    return {
        "minutes": result.minutes,
        "askers": asked.askers,
        "answers": len(asked.latencies),
        "median seconds": round(asked.percentile(0.5), 2),
        "p99 seconds": round(asked.percentile(0.99), 2),
        "shed": asked.shed,
        "errors": dict(Counter(asked.errors)),
        "writes": result.writes,
        "write errors": result.write_errors[:5],
        "memory MiB at the end": round(last.memory_mb) if last else None,
        "memory growth MiB": round(result.growth(lambda each: each.memory_mb), 1),
        "threads growth": result.growth(lambda each: each.threads),
        "open files growth": result.growth(lambda each: each.files),
        "index problems": list(result.problems),
    }


def soak_table(result: SoakResult) -> str:
    """A table in Markdown."""
    lines = [f"| {name} | {value} |" for name, value in soak_facts(result).items()]
    return "\n".join(["| measure | value |", "|---|---|", *lines]) + "\n"
