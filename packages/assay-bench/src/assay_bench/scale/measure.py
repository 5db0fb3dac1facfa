"""One size after the other: build an index in one process, search it in another."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray

from assay.adapters.embedders.onnx_embedder import OnnxEmbedder
from assay.adapters.retrievers.hybrid import HybridRetriever
from assay.indexing.index_rows import Changes
from assay.indexing.index_state import IndexState
from assay.indexing.open_index import open_index
from assay.indexing.store.files import file_sizes
from assay.indexing.writer import IndexWriter
from assay.model_files import MODELS
from assay_bench.scale.synthetic import Topics, Vectors, documents, embed_topics
from assay_bench.speed import corpus
from assay_bench.speed.in_fresh_process import in_fresh_process
from assay_bench.speed.machine import Machine, peak_memory_mb, this_machine

PER_COMMIT = 500  # documents: 10,000 passages
WANTED = 50  # as many as a question takes from each kind of search
Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Growth:
    """What one size costs; milliseconds are medians over the questions.

    `retrieve_cpu_ms`, a mean, is processor time, which other work on the machine hardly changes.

    `bytes_with_versions` is the space before the versions of the last minutes are deleted.
    """

    passages: int
    write_seconds: float
    finish_seconds: float
    write_memory_mb: float
    bytes: int
    bytes_with_versions: int
    open_ms: float
    retrieve_cpu_ms: float
    words_ms: float
    meaning_ms: float
    retrieve_ms: float
    exact_ms: float
    read_memory_mb: float
    by_index: bool
    recall: float

    @property
    def build_ms(self) -> float:
        """Milliseconds of building for each passage, without embedding it."""
        return 1000 * (self.write_seconds + self.finish_seconds) / self.passages

    @property
    def bytes_each(self) -> float:
        """Bytes on disk for each passage."""
        return self.bytes / self.passages


@dataclass(frozen=True, slots=True)
class Built:
    """What building took."""

    write_seconds: float
    finish_seconds: float
    memory_mb: float
    bytes_with_versions: int


def measure_scale(
    sizes: Sequence[int], questions: int, data: Path | None, say: Say
) -> tuple[Machine, list[Growth]]:
    """What an index of each size costs, and the machine."""
    machine, found = this_machine(), []
    say("embedding the sentences and the questions")
    topics, asked = in_fresh_process(_embedded, questions, data)
    for size in sizes:
        with TemporaryDirectory(prefix="assay-scale-") as name:
            folder = Path(name)
            say(f"writing {size:,} passages")
            built = in_fresh_process(build, folder, size, topics)
            say(f"searching {size:,} passages")
            found.append(in_fresh_process(search, folder, size, built, asked))
    return machine, found


def _embedded(questions: int, data: Path | None) -> tuple[Topics, dict[str, Vectors]]:
    embedder = OnnxEmbedder(MODELS / "embedder")
    asked = corpus.questions(questions, data)
    vectors = embedder.embed(asked)
    return embed_topics(embedder, data), dict(zip(asked, vectors, strict=True))


def build(folder: Path, size: int, topics: Topics) -> Built:
    """Write the passages in commits, as `assay index` does, and finish."""
    writer = IndexWriter(folder, "synthetic", topics.vectors.shape[1])
    began = time.perf_counter()
    made = documents(size, topics)
    while chunk := list(islice(made, PER_COMMIT)):
        writer.commit(Changes(embedded=chunk))
    written = time.perf_counter()
    writer.finish()
    finished = time.perf_counter()
    with_versions = sum(file_sizes(folder).values())
    writer.tidy(timedelta(0))
    return Built(written - began, finished - written, peak_memory_mb(), with_versions)


@dataclass(frozen=True, slots=True)
class _Known:
    """Gives back the vectors of questions that were embedded before."""

    vectors: dict[str, Vectors]

    def embed(self, texts: Sequence[str]) -> Vectors:
        return np.stack([self.vectors[text] for text in texts])


def search(folder: Path, size: int, built: Built, asked: dict[str, Vectors]) -> Growth:
    """Times and memory of a fresh reader; the comparison with exact search comes last."""
    began = time.perf_counter()
    index = open_index(folder)
    state = index.now()
    first, *_ = asked.values()
    state.nearest(first, WANTED)
    opened = (time.perf_counter() - began) * 1000
    retriever = HybridRetriever(index, _Known(asked))
    words = _median_ms([partial(state.full_text, q, WANTED) for q in asked])
    meaning = _median_ms([partial(state.nearest, v, WANTED) for v in asked.values()])
    used = time.process_time()
    whole = _median_ms([partial(retriever.retrieve, q) for q in asked])
    processor = (time.process_time() - used) * 1000 / len(asked)
    memory = peak_memory_mb()
    exact_ms, recall = _against_exact(state, list(asked.values()))
    return Growth(
        passages=size,
        write_seconds=built.write_seconds,
        finish_seconds=built.finish_seconds,
        write_memory_mb=built.memory_mb,
        bytes=sum(file_sizes(folder).values()),
        bytes_with_versions=built.bytes_with_versions,
        open_ms=opened,
        retrieve_cpu_ms=processor,
        words_ms=words,
        meaning_ms=meaning,
        retrieve_ms=whole,
        exact_ms=exact_ms,
        read_memory_mb=memory,
        by_index=state.by_index,
        recall=recall,
    )


def _median_ms(calls: Sequence[Callable[[], object]]) -> float:
    times = []
    for call in calls:
        began = time.perf_counter()
        call()
        times.append((time.perf_counter() - began) * 1000)
    return statistics.median(times)


def _against_exact(state: IndexState, vectors: Sequence[Vectors]) -> tuple[float, float]:
    """Milliseconds of exact search over a matrix, and which part of its result the index finds."""
    matrix, rows = state.matrix
    hits = 0
    times = []
    for vector in vectors:
        began = time.perf_counter()
        best = _best(matrix, vector)
        times.append((time.perf_counter() - began) * 1000)
        hits += len({int(row) for row in rows[best]} & set(state.nearest(vector, WANTED)))
    return statistics.median(times), hits / (WANTED * len(vectors))


def _best(matrix: Vectors, vector: Vectors) -> NDArray[np.intp]:
    similarity = matrix @ vector
    return np.argpartition(-similarity, WANTED)[:WANTED]
