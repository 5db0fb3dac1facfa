"""An index put in order while readers go on: files joined, indexes merged, old versions deleted."""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from assay.indexing.manifest import read_manifest
from assay.indexing.store.checksums import refuse_damaged
from assay.indexing.writer import GRACE, IndexWriter
from assay.indexing.writer_lock import writer_lock


@dataclass(frozen=True, slots=True)
class Maintained:
    """What maintenance found and did; `unindexed` passages were outside the full-text index."""

    passages: int
    files_before: int
    files_after: int
    unindexed: int
    bytes_freed: int
    seconds: float


def maintain(folder: Path, keep: timedelta = GRACE, wait_seconds: float = 0) -> Maintained:
    """Put the index in `folder` in order, as one complete step.

    A reader that has an earlier state open goes on with it: what was replaced less than `keep`
    ago stays on disk. After a kill the last complete state is there, and the next run clears up.
    """
    began = time.perf_counter()
    read_manifest(folder)  # a lock must not make a folder where there is no index
    with writer_lock(folder, wait_seconds):
        refuse_damaged(folder, content=True)
        manifest = read_manifest(folder)
        writer = IndexWriter(folder, manifest.embedder, manifest.dimension)
        pieces, unindexed = writer.pieces(), writer.unindexed()
        freed = writer.tidy(keep)
        return Maintained(
            writer.manifest.passages,
            pieces,
            writer.pieces(),
            unindexed,
            freed,
            time.perf_counter() - began,
        )
