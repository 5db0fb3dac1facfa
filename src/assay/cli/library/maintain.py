"""`assay maintain`: an index put in order while it is being read."""

from __future__ import annotations

from dataclasses import asdict
from datetime import timedelta
from typing import TYPE_CHECKING, Annotated

import typer

from assay.cli.options import AsJson, ConfigFile, IndexDir

if TYPE_CHECKING:
    from assay.indexing.upkeep.maintain import Maintained

Keep = Annotated[
    float,
    typer.Option(
        "--keep",
        metavar="MINUTES",
        min=1,
        max=1_000_000,
        help="Keep what was replaced less than this long ago, for readers that still use it.",
    ),
]
Wait = Annotated[
    float,
    typer.Option(
        "--wait", metavar="SECONDS", min=0, max=86_400, help="Wait this long for another writer."
    ),
]


def command(
    index: IndexDir = None,
    keep: Keep = 5,
    wait: Wait = 0,
    as_json: AsJson = False,
    config: ConfigFile = None,
) -> int:
    """Put an index in order: join small files, merge its indexes, delete what is out of date.

    [bold]assay index[/bold] already does the small part of this after each run. What it adds to the
    indexes, it adds as parts, because that costs only what is new; every part is searched, so
    after many runs a merged index is faster. A vector index that has outgrown its training is
    trained again. Run it after large changes, or every night.

    Questions can be asked meanwhile: readers keep the state they have open, whose files stay for
    [bold]--keep[/bold] minutes after they were replaced, and look for a newer one every ten
    seconds. Only one process writes at a time: while [bold]assay index[/bold] runs, this ends
    with code 6, or waits with [bold]--wait[/bold]. When it is killed, the index is as before.

    [bold]Examples[/bold]

    assay maintain -i work

    assay maintain -i work --keep 60 --wait 600 --json
    """
    from assay.cli.console import out, print_json
    from assay.cli.loaded import loaded_settings
    from assay.indexing.store.s3_address import shown
    from assay.indexing.upkeep.maintain import maintain
    from assay.wiring import index_dir

    settings = loaded_settings(config, {"index": {"dir": index}})
    folder = index_dir(settings)
    done = maintain(folder, timedelta(minutes=keep), wait)
    if as_json:
        print_json({"index": shown(folder), **asdict(done)})
    else:
        out().print(_told(done), soft_wrap=True)
    return 0


def _told(done: Maintained) -> str:
    parts = [f"{done.passages:,} passages in order after {done.seconds:.1f} s"]
    if done.files_before != done.files_after:
        parts.append(f"{done.files_before:,} files joined to {done.files_after:,}")
    if done.unindexed:
        parts.append(f"{done.unindexed:,} passages added to the indexes")
    parts.append(f"{done.bytes_freed / 2**20:,.1f} MiB freed")
    return ", ".join(parts)
