"""An index of the corpus that a task brings, made once beside the run."""

from __future__ import annotations

from pathlib import Path

from assay.config import Settings
from assay.indexing.index_paths import index_paths
from assay.wiring import build_embedder
from assay_bench.task import Task


def with_index(task: Task, settings: Settings, out: Path) -> Settings:
    """The settings, pointing at an index of the task's corpus where none was named."""
    if task.corpus is None or settings.index.dir is not None:
        return settings
    index = out / "index"
    index_paths([task.corpus], index, build_embedder(settings))
    return settings.model_copy(update={"index": settings.index.model_copy(update={"dir": index})})
