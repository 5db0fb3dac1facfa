"""`assay info`: what an index holds and whether it is healthy."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from assay.cli.options import AsJson, ConfigFile, IndexDir
from assay.errors import IndexDamagedError

if TYPE_CHECKING:
    from rich.table import Table

    from assay.indexing.open_index import IndexInfo


def command(index: IndexDir = None, as_json: AsJson = False, config: ConfigFile = None) -> int:
    """Show what an index holds: documents, passages, size, models, health.

    Exit code 0 when the index is healthy, 5 when it is damaged.

    [bold]Examples[/bold]

    assay info --index my-index

    assay info -i my-index --json | jq .passages
    """
    from assay.cli.console import out, print_json
    from assay.cli.loaded import loaded_settings
    from assay.indexing.open_index import examined
    from assay.wiring import index_dir

    settings = loaded_settings(config, {"index": {"dir": index}})
    info = examined(index_dir(settings))
    if as_json:
        print_json(asdict(info))
    else:
        out().print(_drawn(info))
    return IndexDamagedError.exit_code if info.problems else 0


def _drawn(info: IndexInfo) -> Table:
    from rich.table import Table
    from rich.text import Text

    from assay.cli.console import one_line
    from assay.cli.view.index_table import outdated_words

    table = Table.grid(padding=(0, 2))
    table.add_row("index", Text(one_line(info.folder), overflow="fold"))
    table.add_row("files", f"{info.files:,}")
    table.add_row("documents", f"{info.documents:,}")
    table.add_row("passages", f"{info.passages:,}")
    table.add_row("size", f"{info.bytes / 2**20:,.1f} MiB")
    written = f"{info.written} by assay {info.assay}, schema {info.schema}"
    table.add_row("written", one_line(written))
    table.add_row("embedder", one_line(f"{info.embedder}, {info.dimension} dimensions"))
    if info.quick:
        table.add_row("quick vectors", one_line(f"{info.quick}, {_share(info)}"))
    if info.outdated:
        table.add_row("outdated", outdated_words(info.outdated))
    if info.problems:
        table.add_row("health", Text("damaged", style="bold red"))
        for problem in info.problems:
            table.add_row("", one_line(problem))
    else:
        table.add_row("health", Text("good", style="bold green"))
    return table


def _share(info: IndexInfo) -> str:
    """How far the second stage has come."""
    if info.thorough == info.passages:
        return "all passages have those of the embedder too"
    share = int(100 * info.thorough / info.passages)
    missing = info.passages - info.thorough
    return f"{share} % of the passages have those of the embedder too, {missing:,} have not"
