"""`assay strategies`: every way of answering, and whether it can run here and now."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from assay.cli.options import AsJson, ConfigFile, IndexDir
from assay.cli.options.answering import Outside, Writing
from assay.cli.options.groups import Only, expanded

if TYPE_CHECKING:
    from rich.table import Table

    from assay.config import Settings


@dataclass(frozen=True, slots=True)
class Way:
    """A strategy as the list shows it; `missing` is what keeps it from running."""

    name: str
    line: str
    paper: str = ""
    needs: tuple[str, ...] = ()
    uses: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


Model = Annotated[Writing, Only("generator", "model", "base_url")]
Sources = Annotated[Outside, Only("web", "zim", "fallback_index")]


@expanded
def command(
    index: IndexDir = None,
    *,
    writing: Model,
    outside: Sources,
    as_json: AsJson = False,
    config: ConfigFile = None,
) -> int:
    """List the strategies: what each does, its paper, what it needs, and whether it can run.

    It looks at the same settings and flags as [bold]assay ask[/bold], and loads no model.

    [bold]Examples[/bold]

    assay strategies

    assay strategies --index my-index --generator local

    assay strategies --json | jq '.[] | select(.ready).name'
    """
    from assay.cli.console import out, print_json
    from assay.cli.loaded import loaded_settings

    flags = {"index": {"dir": index}, **outside.flags(), **writing.flags()}
    ways = list_ways(loaded_settings(config, flags))
    if as_json:
        print_json([_as_json(way) for way in ways])
    else:
        out().print(_drawn(ways))
    return 0


def list_ways(settings: Settings) -> list[Way]:
    """Ours in the order of the catalogue, then those of plugins."""
    from assay.wiring.catalogue import CATALOGUE, strategy_names
    from assay.wiring.readiness import lacking

    ours = [
        Way(
            entry.name,
            entry.line,
            entry.paper,
            tuple(need.value for need in entry.needs),
            tuple(need.value for need in entry.uses),
            lacking(entry, settings),
        )
        for entry in CATALOGUE
    ]
    described = {way.name for way in ours}
    return ours + [
        Way(name, "a plugin's strategy") for name in strategy_names() if name not in described
    ]


def _as_json(way: Way) -> dict[str, object]:
    return {
        "name": way.name,
        "line": way.line,
        "paper": way.paper,
        "needs": list(way.needs),
        "uses": list(way.uses),
        "ready": not way.missing,
        "missing": list(way.missing),
    }


def _drawn(ways: list[Way]) -> Table:
    from rich.table import Table
    from rich.text import Text

    from assay.cli.console import one_line

    table = Table.grid(padding=(0, 2))
    for way in ways:
        mark = Text("·", style="yellow") if way.missing else Text("✓", style="green")
        table.add_row(mark, Text(one_line(way.name), style="bold"), one_line(way.line))
        if way.paper:
            table.add_row("", "", Text(way.paper, style="dim"))
        if way.needs:
            better = f"; better with {', '.join(way.uses)}" if way.uses else ""
            table.add_row("", "", Text(f"needs {', '.join(way.needs)}{better}", style="dim"))
        for missing in way.missing:
            table.add_row("", "", Text(f"cannot run: {one_line(missing)}", style="yellow"))
    return table
