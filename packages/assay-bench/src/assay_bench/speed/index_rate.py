"""Passages a second while indexing, and where the time goes."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path

from assay.indexing.index_paths import index_paths
from assay.ports import Embedder
from assay_bench.speed import corpus
from assay_bench.speed.machine import peak_memory_mb


@dataclass(frozen=True, slots=True)
class IndexRate:
    """One index run: its rate, the share of each part of the work, and its memory."""

    passages: int
    passages_per_second: float
    read_share: float
    embed_share: float
    write_share: float
    peak_memory_mb: float


def measure_index_rate(
    embedder: Embedder, max_passages: int, data: Path | None = None
) -> IndexRate:
    """The rate of a first run over real files, with the real embedder and a real disk."""
    with tempfile.TemporaryDirectory() as folder:
        texts = Path(folder) / "texts"
        corpus.write_files(texts, data, max_passages)
        embedder.embed(["warm up"])
        report = index_paths([texts], Path(folder) / "index", embedder)
    seconds = report.seconds
    return IndexRate(
        passages=report.passages,
        passages_per_second=report.passages / seconds.total,
        read_share=seconds.read / seconds.total,
        embed_share=seconds.embed / seconds.total,
        write_share=seconds.write / seconds.total,
        peak_memory_mb=peak_memory_mb(),
    )
