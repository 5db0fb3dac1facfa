"""`assay index`: read documents into an index, or bring it up to date."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from assay.cli.options import ConfigFile, IndexDir

if TYPE_CHECKING:
    from assay.indexing import IndexReport

if TYPE_CHECKING:
    pass


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
    from assay.indexing import index_paths

    settings = load_settings(config, {"index": {"dir": index}})
    folder = index_dir(settings)
    with progress("indexing", None, "passages") as advance:
        report = index_paths(paths, folder, build_embedder(settings), on_progress=advance)
    _print(report, folder)
    return 0


def _print(report: IndexReport, folder: Path) -> None:
    from assay.cli.console import err

    err().print(f"{report} in {folder}")
