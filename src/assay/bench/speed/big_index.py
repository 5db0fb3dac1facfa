"""A large index in little time: real text, but random vectors instead of embedded ones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from assay.bench.speed import corpus
from assay.indexing.document import make_document
from assay.indexing.embedder_identity import embedder_dimension, embedder_identity
from assay.indexing.writer import Changes, Embedded, IndexWriter
from assay.ports import Embedder

PER_DOCUMENT = 20  # passages
PER_COMMIT = 1_000  # documents
_GAP = "\n\n"


def build_big_index(folder: Path, count: int, embedder: Embedder, data: Path | None = None) -> None:
    """Write an index of so many passages that can be searched with the embedder.

    To embed 100,000 passages takes long and changes nothing in the time that a search takes;
    so their vectors are random, and what is near to a question is chance.
    """
    dimension = embedder_dimension(embedder)
    writer = IndexWriter(folder, embedder_identity(embedder), dimension)
    documents = _documents(count, dimension, data)
    while chunk := list(islice(documents, PER_COMMIT)):
        writer.commit(Changes(embedded=chunk))
    writer.finish()


def _documents(count: int, dimension: int, data: Path | None) -> Iterator[Embedded]:
    chance = np.random.default_rng(corpus.SEED)
    texts = corpus.passages(count, data)
    number = 0
    while passages := list(islice(texts, PER_DOCUMENT)):
        name = f"document {number}"
        document = make_document(name, name, _GAP.join(passages), f"{name}.txt")
        vectors = _unit_vectors(chance, len(passages), dimension)
        yield Embedded(document, document.source, _spans(passages), vectors)
        number += 1


def _spans(passages: list[str]) -> list[tuple[int, int]]:
    spans, at = [], 0
    for passage in passages:
        spans.append((at, at + len(passage)))
        at += len(passage) + len(_GAP)
    return spans


def _unit_vectors(chance: np.random.Generator, count: int, dimension: int) -> NDArray[np.float32]:
    vectors = chance.standard_normal((count, dimension), np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors
