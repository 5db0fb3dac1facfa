"""Questions answered by search in a second: ours, bm25s, faiss and plain numpy."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import numpy as np
from numpy.typing import NDArray

from assay.adapters.embedders.onnx_embedder import OnnxEmbedder
from assay.adapters.retrievers.dense import DenseRetriever
from assay.adapters.retrievers.full_text import FullTextRetriever
from assay.indexing.open_index import open_index
from assay.model_files import MODELS
from assay_bench.extras import require
from assay_bench.peers.contender import Contender, Job, missing, not_installed, versions_of
from assay_bench.peers.size import Size
from assay_bench.speed import corpus
from assay_bench.speed.big_index import build_big_index
from assay_bench.speed.in_fresh_process import in_fresh_process

TOP = 10
EXTRA = "peers"
Vectors = NDArray[np.float32]
Search = Callable[[int], Sequence[str]]


@dataclass(frozen=True, slots=True)
class Found:
    """What one way found for each question, and its median time."""

    texts: tuple[tuple[str, ...], ...]
    per_second: float


def search_words(size: Size, index: Path) -> Job:
    """Search by words."""
    ours = in_fresh_process(_ours_by_words, size, index)
    found = [Contender("assay, full text", ours.per_second, "", versions_of(["pylance"]))]
    if missing(["bm25s"]):
        found.append(not_installed("bm25s", ["bm25s"]))
    else:
        other = in_fresh_process(_bm25s, size)
        note = f"{_same(ours, other):.0%} of its ten best are among ours"
        found.append(Contender("bm25s", other.per_second, note, versions_of(["bm25s"])))
    note = (
        f"BM25 over {size.searched:,} passages. bm25s holds its index in memory and drops English"
        " stop words; ours is read from disk, stems words, and gives whole passages with their"
        " sources. The passages are sentences put together by chance, with many near ties."
    )
    return Job("Search by words", "questions/s", tuple(found), note)


def search_vectors(size: Size, index: Path) -> Job:
    """Search by vectors, the embedding of the question not counted."""
    ours = in_fresh_process(_ours_by_vectors, size, index)
    found = [Contender("assay, dense", ours.per_second, "", versions_of(["pylance"]))]
    exact = in_fresh_process(_numpy, size)
    note = f"{_same(exact, ours):.0%} of the ten best are found by ours"
    found.append(Contender("numpy, exact", exact.per_second, note, versions_of(["numpy"])))
    if missing(["faiss-cpu"]):
        found.append(not_installed("faiss, exact", ["faiss-cpu"]))
    else:
        other = in_fresh_process(_faiss, size)
        note = f"{_same(exact, other):.0%} of the ten best are found"
        found.append(Contender("faiss, exact", other.per_second, note, versions_of(["faiss-cpu"])))
    note = (
        f"{size.searched:,} random unit vectors of 384 numbers. numpy and faiss hold them in memory"
        " and give row numbers; ours are on disk and come with their passages."
    )
    return Job("Search by vectors", "questions/s", tuple(found), note)


def build_index(size: Size) -> tempfile.TemporaryDirectory[str]:
    """A folder with an index of the passages that all search in."""
    folder = tempfile.TemporaryDirectory()
    in_fresh_process(_build, size, Path(folder.name))
    return folder


def _build(size: Size, folder: Path) -> None:
    build_big_index(folder, size.searched, OnnxEmbedder(MODELS / "embedder"), size.data)


def vectors(count: int, seed: int = corpus.SEED) -> Vectors:
    """Unit vectors; with the usual seed those that `build_big_index` stores, in their order."""
    drawn = np.random.default_rng(seed).standard_normal((count, 384), np.float32)
    drawn /= np.linalg.norm(drawn, axis=1, keepdims=True)
    return drawn


def _ours_by_words(size: Size, index: Path) -> Found:
    retriever = FullTextRetriever(open_index(index), TOP)
    asked = corpus.questions(size.questions, size.data)
    return _timed(size, lambda at: [p.text for p in retriever.retrieve(asked[at])])


@dataclass(frozen=True, slots=True)
class _Numbered:
    """An embedder that knows the vectors of the questions by their numbers."""

    known: Vectors

    def embed(self, texts: Sequence[str]) -> Vectors:
        """The vectors of the numbers."""
        return self.known[[int(text) for text in texts]]


def _ours_by_vectors(size: Size, index: Path) -> Found:
    embedder = _Numbered(_asked(size))
    retriever = DenseRetriever(open_index(index), embedder, TOP)
    return _timed(size, lambda at: [p.text for p in retriever.retrieve(str(at))])


def _bm25s(size: Size) -> Found:
    bm25s = require("bm25s", extra=EXTRA)
    texts = list(corpus.passages(size.searched, size.data))
    model = bm25s.BM25()
    model.index(bm25s.tokenize(texts, stopwords="en", show_progress=False), show_progress=False)
    asked = corpus.questions(size.questions, size.data)

    def search(at: int) -> list[str]:
        words = bm25s.tokenize(asked[at], stopwords="en", show_progress=False)
        rows, _ = model.retrieve(words, k=TOP, show_progress=False)
        return [texts[row] for row in rows[0]]

    return _timed(size, search)


def _numpy(size: Size) -> Found:
    texts = list(corpus.passages(size.searched, size.data))
    known, asked = vectors(size.searched), _asked(size)

    def search(at: int) -> list[str]:
        scores = known @ asked[at]
        best = np.argpartition(-scores, TOP)[:TOP]
        return [texts[row] for row in best]

    return _timed(size, search)


def _faiss(size: Size) -> Found:
    faiss = require("faiss", extra=EXTRA)
    texts = list(corpus.passages(size.searched, size.data))
    index = faiss.IndexFlatIP(384)
    index.add(vectors(size.searched))
    asked = _asked(size)

    def search(at: int) -> list[str]:
        _, rows = index.search(asked[at : at + 1], TOP)
        return [texts[row] for row in rows[0]]

    return _timed(size, search)


def _asked(size: Size) -> Vectors:
    return vectors(size.questions, corpus.SEED + 1)


def _timed(size: Size, search: Search) -> Found:
    search(0)
    texts, seconds = [], []
    for at in range(size.questions):
        began = time.perf_counter()
        texts.append(tuple(search(at)))
        seconds.append(time.perf_counter() - began)
    return Found(tuple(texts), 1 / median(seconds))


def _same(wanted: Found, found: Found) -> float:
    """The share of what one found that the other found too."""
    pairs = zip(wanted.texts, found.texts, strict=True)
    return sum(len({*a} & {*b}) / TOP for a, b in pairs) / len(wanted.texts)
