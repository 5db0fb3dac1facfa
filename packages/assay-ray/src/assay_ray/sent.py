"""Settings on their way to a worker: what a node needs to do as the process that was started."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from assay.adapters.web.no_network import forbid_network
from assay.config import Settings
from assay.indexing.names import index_folder
from assay.indexing.store.s3_address import s3_address


def threads_of(settings: Settings) -> int:
    """The processors that one set of models takes: `scorer.threads`, or one."""
    return settings.scorer.threads or 1


def sent(settings: Settings) -> Settings:
    """The settings for a worker: its own threads alone, and the folder of the index.

    A name or a relative path means a folder of this machine's user; nodes need the folder itself.
    The address of a bucket is the same everywhere.
    """
    changed: dict[str, object] = {
        "scorer": settings.scorer.model_copy(update={"threads": threads_of(settings)})
    }
    named = settings.index.dir
    if named is not None and s3_address(named) is None:
        place = {"dir": index_folder(named).absolute()}
        changed["index"] = settings.index.model_copy(update=place)
    return settings.model_copy(update=changed)


def settle(settings: Settings, folder: str) -> None:
    """Make this worker a process like the one that was started; runs on the worker.

    Paths in the settings start from the same folder, and a forbidden network stays forbidden.
    """
    with contextlib.suppress(OSError):  # on a node that has no such folder, paths are absolute
        os.chdir(Path(folder))
    if settings.search.web is False:
        forbid_network()
