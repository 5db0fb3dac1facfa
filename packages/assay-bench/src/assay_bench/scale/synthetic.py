"""Passages by the million: sentences of one topic put together, with vectors to match.

To embed a million passages takes hours. So each sentence of the text is embedded once, and the
vector of a passage is the mean of the vectors of its sentences and a little noise: near to
passages of the same topic, as in a real corpus, and different from every other.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from assay.indexing.index_rows import Embedded
from assay.ports import Embedder
from assay.types import NO_PLACE, BlockKind
from assay_bench.speed import corpus
from assay_documents.model import Block, Document
from assay_documents.passages.cut import Cut

PER_DOCUMENT = 20  # passages
SENTENCES = 2_000  # embedded once
WORDS = 80  # of a passage
_WINDOW = 12  # neighbouring sentences among which a passage chooses
_NOISE = 0.02

Vectors = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Topics:
    """Sentences in the order of their text, and a vector for each."""

    sentences: tuple[str, ...]
    vectors: Vectors


def embed_topics(embedder: Embedder, data: Path | None, count: int = SENTENCES) -> Topics:
    """The first sentences of the text, embedded."""
    chosen = corpus.sentences(data)[:count]
    parts = [embedder.embed(chosen[at : at + 128]) for at in range(0, len(chosen), 128)]
    return Topics(chosen, np.concatenate(parts))


def documents(count: int, topics: Topics) -> Iterator[Embedded]:
    """Documents with so many passages in all, the same for the same count."""
    chance, noise = random.Random(corpus.SEED), np.random.default_rng(corpus.SEED)
    passages = (_passage(chance, topics.sentences) for _ in range(count))
    number = 0
    while chunk := list(islice(passages, PER_DOCUMENT)):
        texts = [" ".join(topics.sentences[each] for each in members) for members in chunk]
        name = f"document {number}"
        blocks = tuple(Block(BlockKind.PARAGRAPH, text) for text in texts)
        document = Document(name, name, f"{name}.txt", blocks)
        cuts = [Cut(start, end, (), NO_PLACE, ()) for start, end in document.spans]
        yield Embedded(document, document.source, cuts, _vectors(chunk, topics.vectors, noise))
        number += 1


def _passage(chance: random.Random, sentences: Sequence[str]) -> list[int]:
    """Which sentences a passage is made of: some that stand near each other."""
    around = chance.randrange(len(sentences))
    members: list[int] = []
    words = 0
    while words < WORDS:
        near = around + chance.randint(-_WINDOW, _WINDOW)
        members.append(near % len(sentences))
        words += sentences[members[-1]].count(" ") + 1
    return members


def _vectors(chunk: Sequence[list[int]], known: Vectors, noise: np.random.Generator) -> Vectors:
    made = np.stack([known[members].mean(axis=0) for members in chunk])
    made += noise.normal(0, _NOISE, made.shape)
    made /= np.linalg.norm(made, axis=1, keepdims=True)
    return made.astype(np.float32)
