"""A large index in little time: real text, but random vectors instead of embedded ones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from assay.indexing.embedder_identity import embedder_dimension, embedder_identity
from assay.indexing.index_rows import Changes, Embedded
from assay.indexing.writer import IndexWriter
from assay.ports import Embedder
from assay.types import NO_PLACE, BlockKind
from assay_bench.speed import corpus
from assay_documents.model import Block, Document
from assay_documents.passages.cut import Cut

PER_DOCUMENT = 20  # passages
PER_COMMIT = 1_000  # documents


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
        document = Document(
            name, name, f"{name}.txt", tuple(Block(BlockKind.PARAGRAPH, text) for text in passages)
        )
        vectors = _unit_vectors(chance, len(passages), dimension)
        yield Embedded(document, document.source, _cuts(document), vectors)
        number += 1


def _cuts(document: Document) -> list[Cut]:
    return [Cut(start, end, (), NO_PLACE, ()) for start, end in document.spans]


def _unit_vectors(chance: np.random.Generator, count: int, dimension: int) -> NDArray[np.float32]:
    vectors = chance.standard_normal((count, dimension), np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors
