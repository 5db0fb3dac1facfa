"""Runs both stages in a process of its own, a line for each commit of the second one."""

from __future__ import annotations

import sys
from pathlib import Path

from assay.indexing.index_paths import index_paths
from assay.indexing.manifest import read_manifest
from assay.indexing.upkeep import thorough as second_stage
from tests.indexing.test_index_paths import Counting

second_stage.AT_ONCE, second_stage.COMMIT_SECONDS = 4, 0.0
docs, folder = Path(sys.argv[1]), Path(sys.argv[2])


def show(now) -> None:
    if now.vectors is not None and now.vectors.done:
        print(read_manifest(folder).thorough, flush=True)


index_paths([docs], folder, Counting(), quick=Counting("quick 1", 32), on_progress=show)
