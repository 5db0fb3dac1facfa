"""`assay watch`: an index that stays current while files change."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from assay.cli.options import ConfigFile, IndexDir
from assay.cli.options.groups import expanded
from assay.cli.options.selecting import Selecting

if TYPE_CHECKING:
    from assay.indexing.report import IndexReport

SECONDS = 2.0


Paths = Annotated[
    list[Path], typer.Argument(metavar="PATH...", help="Files and folders to follow.")
]
Every = Annotated[
    float, typer.Option("--every", metavar="SECONDS", min=0.1, help="Time between two looks.")
]


@expanded
def command(
    paths: Paths,
    *,
    index: IndexDir = None,
    selecting: Selecting,
    every: Every = SECONDS,
    config: ConfigFile = None,
) -> int:
    """Keep an index current: files that are new, changed or gone are noticed within seconds.

    The folders are looked at again and again, and read when a change has settled. Questions can
    be asked meanwhile. A folder that vanishes as a whole is waited for. Ctrl-C ends it; what was
    indexed stays.

    [bold]Examples[/bold]

    assay watch docs/ -i work

    assay watch notes/ -i notes --include "*.md" --every 10
    """
    from assay.cli.console import err, one_line
    from assay.cli.loaded import loaded_settings
    from assay.errors import InputError
    from assay.indexing.discover import refuse_itself
    from assay.indexing.upkeep.watch import Watcher, watch
    from assay.wiring import build_embedder, build_quick_embedder, index_dir

    os.umask(0o077)  # an index holds every word of the documents: it is for its owner alone
    settings = loaded_settings(config, {"index": {"dir": index}})
    folder = index_dir(settings)
    watcher = Watcher(
        paths,
        folder,
        build_embedder(settings),
        selecting.selection(),
        build_quick_embedder(),
        settings.index.thorough,
    )
    refuse_itself(paths, folder)
    if missing := watcher.missing():
        raise InputError(f"{missing[0]} does not exist", hint="name files or folders that do")

    told = one_line(f"watching {', '.join(map(str, paths))} for {folder}; Ctrl-C ends")
    try:
        err().print(told, style="dim", soft_wrap=True)
        watch(watcher, lambda: _wait(every), _Teller(), _tell_missing)
    except KeyboardInterrupt:
        err().print("stopped; the index is complete", style="dim")
    return 0


def _wait(seconds: float) -> bool:
    """Sleep; nobody but Ctrl-C ends the watch."""
    time.sleep(seconds)
    return False


def _tell_missing(gone: list[Path]) -> None:
    from assay.cli.console import err, one_line

    names = ", ".join(map(str, gone))
    err().print(one_line(f"{names}: not there; the index is left as it is"), style="yellow")


class _Teller:
    """One line for each time that something was done; what was skipped is named once."""

    def __init__(self) -> None:
        self._named: set[tuple[str, str]] = set()

    def __call__(self, report: IndexReport) -> None:
        from datetime import datetime

        from assay.cli.console import err, one_line

        counts = {
            "added": report.added,
            "changed": report.changed,
            "removed": report.removed,
            "read again": report.reread,
            "skipped": len(report.skipped),
        }
        told = ", ".join(f"{count:,} {what}" for what, count in counts.items() if count)
        passages = f", {report.passages:,} passages" if report.passages else ""
        now = datetime.now().astimezone().strftime("%H:%M:%S")
        err().print(f"{now}  {told or 'up to date'}{passages}", soft_wrap=True)
        for path, reason in report.skipped:
            if (path, reason) not in self._named:
                err().print(f"    {one_line(f'{path} {reason}')}", style="dim", soft_wrap=True)
        self._named.update(report.skipped)
