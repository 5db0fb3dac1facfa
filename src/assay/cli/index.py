"""`assay index`: read documents into an index, or bring it up to date."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from assay.cli.options import ConfigFile, IndexDir
from assay.errors import InputError

if TYPE_CHECKING:
    from assay.indexing.report import IndexReport, Progress

if TYPE_CHECKING:
    pass

UNREADABLE_SHOWN = 50


def command(
    paths: Annotated[
        list[Path], typer.Argument(metavar="PATH...", help="Files and folders to read.")
    ],
    index: IndexDir = None,
    config: ConfigFile = None,
) -> int:
    """Read files and folders into an index; run again, and only what changed is read.

    Reads .txt .md .rst .html .pdf .docx .csv .jsonl, and .gz of the text formats. An interrupted
    run leaves the last complete version usable, and the next run carries on.

    [bold]Examples[/bold]

    assay index docs/ --index my-index

    assay index docs/ notes.md report.pdf -i my-index
    """
    from assay.build import build_embedder, index_dir
    from assay.cli.progress import progress
    from assay.config import load_settings
    from assay.indexing.index_paths import index_paths

    settings = load_settings(config, {"index": {"dir": index}})
    folder = index_dir(settings)
    with progress("indexing", 0, "passages") as bar:

        def show(now: Progress) -> None:
            bar(now.files_done, now.files_total, now.passages_per_second)

        report = index_paths(paths, folder, build_embedder(settings), on_progress=show)
    _print(report, folder)
    if report.unreadable and not (report.added or report.changed or report.unchanged):
        raise InputError(
            f"none of the {len(report.unreadable):,} files could be read",
            hint="the reasons are listed above",
        )
    return 0


def _print(report: IndexReport, folder: Path) -> None:
    """Say on stderr what was done, and list what could not be read."""
    from rich.text import Text

    from assay.cli.console import err, one_line

    console = err()
    counts = {
        "added": report.added,
        "changed": report.changed,
        "removed": report.removed,
        "unchanged": report.unchanged,
    }
    files = ", ".join(f"{count:,} {what}" for what, count in counts.items() if count)
    rate = report.passages / report.seconds.total if report.seconds.total else 0.0
    console.print(f"files: {files or 'none'}", soft_wrap=True)
    if report.passages:
        seconds = f"{report.seconds.total:,.1f} s, {rate:,.0f} a second"
        console.print(f"passages embedded: {report.passages:,} ({seconds})", soft_wrap=True)
    for path, reason in report.unreadable[:UNREADABLE_SHOWN]:
        line = Text.assemble(("unreadable: ", "yellow"), one_line(path), ": ", one_line(reason))
        console.print(line, soft_wrap=True)
    if len(report.unreadable) > UNREADABLE_SHOWN:
        console.print(f"and {len(report.unreadable) - UNREADABLE_SHOWN:,} more unreadable files")
    console.print(f"the index is in {one_line(str(folder))}", soft_wrap=True)
