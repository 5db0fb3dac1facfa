"""A load measurement as a table, with what each figure is measured against."""

from __future__ import annotations

from typing import Any

from assay_bench.load.askers import Tally
from assay_bench.load.measure import LoadResult, joined
from assay_bench.speed.machine import this_machine


def load_facts(result: LoadResult) -> dict[str, Any]:
    """Every figure by name; ratios are of rates measured in the same run."""
    one, many = joined(result.one), joined(result.many)
    alone, rate = one.percentile(0.5), result.encoder_rate
    return {
        "askers": result.plan.askers,
        "encoder_pairs_per_second": round(rate, 2),
        "one": _facts(one),
        "many": _facts(many),
        "share_of_encoder_one": _share(one.pairs_per_second, rate),
        "share_of_encoder_many": _share(many.pairs_per_second, rate),
        "encoder_processor_share_one": round(result.efficiency(one), 3),
        "encoder_processor_share_many": round(result.efficiency(many), 3),
        "many_to_one": _share(many.questions_per_second, one.questions_per_second),
        "p99_to_single_answers": _share(many.percentile(0.99), alone * result.plan.askers),
        "burst": None if result.burst is None else _facts(result.burst),
        "equal_seconds_to_one": _share(result.equal.seconds, alone) if result.equal else None,
        "soak": None if result.soak is None else _facts(result.soak),
        "memory_mb": [round(each, 1) for each in result.memory_mb],
        "memory_growth_mb": round(result.memory_growth_mb, 1),
        "machine": this_machine().facts(),
    }


def load_table(result: LoadResult) -> str:
    """The figures as Markdown."""
    facts = load_facts(result)
    n = result.plan.askers
    rows = [
        ("encoder alone, pairs a second", f"{facts['encoder_pairs_per_second']}"),
        ("one asker, questions a second", f"{facts['one']['questions_per_second']}"),
        (f"{n} askers, questions a second", f"{facts['many']['questions_per_second']}"),
        (f"{n} askers to one asker", f"{facts['many_to_one']}"),
        ("one asker, share of the encoder's pairs", f"{facts['share_of_encoder_one']}"),
        (f"{n} askers, share of the encoder's pairs", f"{facts['share_of_encoder_many']}"),
        ("one asker, encoder's share of processor time", f"{facts['encoder_processor_share_one']}"),
        (
            f"{n} askers, encoder's share of processor time",
            f"{facts['encoder_processor_share_many']}",
        ),
        ("one asker, median seconds", f"{facts['one']['median']}"),
        (f"{n} askers, median and p99 seconds", _seconds(facts["many"])),
        (f"p99 at {n} askers to {n} single answers", f"{facts['p99_to_single_answers']}"),
        ("errors", f"{_errors(result)}"),
    ]
    if result.burst is not None:
        told = result.burst.shed - result.burst.shed_without_time
        burst = f"{len(result.burst.latencies)} answered, {result.burst.shed} shed"
        rows.append((f"burst of {result.burst.askers}", f"{burst} ({told} with Retry-After)"))
        rows.append((f"{n} equal questions, to one answer", f"{facts['equal_seconds_to_one']}"))
    if result.soak is not None:
        length = f"{result.soak.seconds / 60:.1f} minutes"
        rows.append((f"memory over {length}, MiB", _memory(result)))
    machine = facts["machine"]
    lines = [f"| {name} | {value} |" for name, value in rows]
    where = f"{machine['cpu']}, {machine['cores']} cores, load before {machine['load_before']:.1f}"
    return "\n".join(["| measure | value |", "|---|---|", *lines, "", where, ""])


def _facts(tally: Tally) -> dict[str, Any]:
    return {
        "answers": len(tally.latencies),
        "processor_seconds_each": _share(tally.processor_seconds, len(tally.latencies)),
        "questions_per_second": round(tally.questions_per_second, 3),
        "median": round(tally.percentile(0.5), 3),
        "p99": round(tally.percentile(0.99), 3),
        "shed": tally.shed,
        "errors": len(tally.errors),
    }


def _seconds(facts: dict[str, Any]) -> str:
    return f"{facts['median']} and {facts['p99']}"


def _share(part: float, whole: float) -> float:
    return round(part / whole, 3) if whole else 0.0


def _errors(result: LoadResult) -> int:
    some = [result.burst, result.equal, result.soak]
    tallies = [*result.one, *result.many, *(each for each in some if each is not None)]
    return sum(len(each.errors) for each in tallies)


def _memory(result: LoadResult) -> str:
    first, last = result.memory_mb[:1], result.memory_mb[-1:]
    growth = f"{result.memory_growth_mb:+.1f} between its second and its last third"
    return f"{first[0]:.0f} to {last[0]:.0f}, {growth}" if first else "not sampled"
