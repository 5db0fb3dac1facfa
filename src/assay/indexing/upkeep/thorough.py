"""The second stage of an index: the embedder's vectors for passages that have quick ones only."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from assay.indexing.report import VectorsMade
from assay.indexing.writer import IndexWriter
from assay.ports import Embedder

AT_ONCE = 256  # embedded together: enough to sort by length, few enough to show progress
COMMIT_SECONDS = 15.0  # what a crash costs at most, beside the passages that are being embedded


def add_vectors(
    writer: IndexWriter, embedder: Embedder, on_progress: Callable[[VectorsMade], None]
) -> VectorsMade:
    """Embed what has quick vectors only, in complete steps; the next run goes on where one ends."""
    began = committed = time.perf_counter()
    total = writer.manifest.passages - writer.manifest.thorough
    made = VectorsMade(total=total)
    if not total:
        return made
    on_progress(made)
    rows: list[pa.Table] = []
    vectors: list[NDArray[np.float32]] = []
    for batch, texts in writer.without_vectors(AT_ONCE):
        distinct = list(dict.fromkeys(texts))
        found = dict(zip(distinct, embedder.embed(distinct), strict=True))
        rows.append(batch)
        vectors.append(np.stack([found[text] for text in texts]))
        made = VectorsMade(made.done + len(texts), total, time.perf_counter() - began)
        on_progress(made)
        if time.perf_counter() - committed > COMMIT_SECONDS:
            writer.commit_vectors(pa.concat_tables(rows), np.concatenate(vectors))
            rows, vectors, committed = [], [], time.perf_counter()
    if rows:
        writer.commit_vectors(pa.concat_tables(rows), np.concatenate(vectors))
    writer.finish()
    return replace(made, seconds=time.perf_counter() - began)
