"""The results as tables for people and as data for programs."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from rich.console import Group
from rich.table import Table

from assay_bench.speed.pair_rate import TEN_AT_A_TIME
from assay_bench.speed.results import Results


def as_data(results: Results) -> dict[str, Any]:
    """Everything measured, in a form that `json.dumps` writes."""
    return {
        "machine": results.machine.facts(),
        "indexing": asdict(results.indexing),
        "asking": [asdict(each) for each in results.asking],
        "scoring": [
            {**asdict(each), "assay_is_times_as_fast": ratio}
            for each, ratio in zip(results.scoring, ratios(results), strict=True)
        ],
        "notes": list(results.notes),
    }


def ratios(results: Results) -> list[float | None]:
    """For each contender, how many times as fast our scorer is."""
    ours = next((r.pairs_per_second for r in results.scoring if r.name == TEN_AT_A_TIME), None)
    return [
        ours / each.pairs_per_second if ours and each.pairs_per_second else None
        for each in results.scoring
    ]


def as_tables(results: Results) -> Group:
    """The results as three tables under a line about the machine."""
    facts = results.machine.facts()
    head = (
        f"{facts['cpu']}, {facts['cores']} cores, {facts['architecture']}, "
        f"Python {facts['python']}, load {results.machine.load:.1f} before the run"
    )
    tables = (_indexing(results), _asking(results), _scoring(results))
    return Group(head, "", *tables, *(f"Note: {note}" for note in results.notes))


def _indexing(results: Results) -> Table:
    rate = results.indexing
    table = Table(title="Indexing", title_justify="left")
    for column in ("passages", "passages/s", "read", "embed", "write", "peak memory"):
        table.add_column(column, justify="right")
    table.add_row(
        f"{rate.passages:,}",
        f"{rate.passages_per_second:.1f}",
        *(f"{share:.1%}" for share in (rate.read_share, rate.embed_share, rate.write_share)),
        f"{rate.peak_memory_mb:.0f} MiB",
    )
    return table


def _asking(results: Results) -> Table:
    steps = list(dict.fromkeys(name for each in results.asking for name in each.steps_ms))
    table = Table(title="Asking (median ms of each step and its share)", title_justify="left")
    for column in ("passages", "median", "9 of 10", "first", *steps, "plumbing", "peak memory"):
        table.add_column(column, justify="right")
    for each in results.asking:
        table.add_row(
            f"{each.passages:,}",
            *(f"{ms:.0f}" for ms in (each.median_ms, each.slow_ms, each.first_ms)),
            *(f"{each.steps_ms.get(step, 0):.1f}\n{each.share(step):.1%}" for step in steps),
            f"{each.plumbing_ms:.1f}",
            f"{each.peak_memory_mb:.0f} MiB",
        )
    return table


def _scoring(results: Results) -> Table:
    table = Table(title="Scoring, pairs of about 160 tokens", title_justify="left")
    table.add_column("who")
    for column in ("pairs/s", "assay is", "measured on"):
        table.add_column(column, justify="right")
    table.add_column("note")
    for each, ratio in zip(results.scoring, ratios(results), strict=True):
        rate = each.pairs_per_second
        table.add_row(
            each.name,
            f"{rate:.2f}" if rate is not None else "-",
            f"{ratio:.3g} x" if ratio is not None else "-",
            f"{each.pairs:,} pairs" if each.pairs else "",
            each.note,
        )
    return table
