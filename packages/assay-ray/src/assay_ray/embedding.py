"""Passages embedded by tasks of a cluster, given back in their order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assay.indexing.read_ahead import Failed, Finished, Fresh, Item, Restarted, Vectors
from assay.ports import Embedder
from assay_ray.connect import processors
from assay_ray.lost import WorkerLostError, fetched
from assay_ray.reading import in_parcels

BLOCK_PASSAGES = 64  # embedded by one task: a second's work or more, little to lose with a worker
RETRIES = 3  # of a task whose worker dies, by Ray: what it makes follows from its texts alone

MakeEmbedder = Callable[[], Embedder]
"""Called on the workers: an embedder, the same one each time for the same process."""


@dataclass(frozen=True, slots=True)
class _Sent:
    """Items on their way, the texts of theirs that needed a vector, and a task for each block."""

    items: Sequence[Item]
    texts: Sequence[str]
    blocks: Sequence[Any]


class ClusterEmbedding:
    """Adds the vectors to what comes by; two tasks for each processor are under way at most."""

    def __init__(self, ray: Any, embedder: MakeEmbedder) -> None:  # noqa: ANN401 - a module
        """Start nothing yet."""
        self._ray, self._embedder = ray, embedder
        self._task = ray.remote(num_cpus=1, max_retries=RETRIES)(embed_block)
        self._given_up: set[str] = set()

    def items(self, items: Iterable[Item], known: Callable[[], Vectors]) -> Iterator[Item]:
        """The items in their order, each document with its vectors."""
        under_way: deque[_Sent] = deque()
        for parcel in in_parcels(items):
            under_way.append(self._send(parcel, known()))
            most = 2 * max(1, processors(self._ray))
            while sum(len(each.blocks) for each in under_way) > most:
                yield from self._received(under_way.popleft(), known())
        while under_way:
            yield from self._received(under_way.popleft(), known())

    def _send(self, items: Sequence[Item], known: Vectors) -> _Sent:
        texts = dict.fromkeys(text for item in items for text in _texts(item) if text not in known)
        return _Sent(items, list(texts), self._submit(list(texts)))

    def _submit(self, texts: Sequence[str]) -> list[Any]:
        return [
            self._task.remote(self._embedder, texts[first : first + BLOCK_PASSAGES])
            for first in range(0, len(texts), BLOCK_PASSAGES)
        ]

    def _received(self, sent: _Sent, known: Vectors) -> Iterator[Item]:
        try:
            made = dict(zip(sent.texts, self._rows(sent.blocks), strict=True))
        except WorkerLostError:
            yield from self._file_by_file(sent.items, known)
            return
        yield from self._filled(sent.items, made, known)

    def _rows(self, blocks: Sequence[Any]) -> Iterator[NDArray[np.float32]]:
        for block in blocks:
            yield from fetched(self._ray, block)

    def _file_by_file(self, items: Sequence[Item], known: Vectors) -> Iterator[Item]:
        """The same once more, so that only the file whose text kills its workers is given up."""
        for path in dict.fromkeys(_path(item) for item in items):
            own = [item for item in items if _path(item) == path]
            sent = self._send(own, known)
            try:
                made = dict(zip(sent.texts, self._rows(sent.blocks), strict=True))
            except WorkerLostError as lost:
                if path not in self._given_up:
                    yield Failed(path, f"its embedder was lost {2 * (RETRIES + 1)} times: {lost}")
                self._given_up.add(path)
            else:
                yield from self._filled(own, made, known)

    def _filled(self, items: Iterable[Item], made: Vectors, known: Vectors) -> Iterator[Item]:
        for item in items:
            if _path(item) in self._given_up:
                continue
            if isinstance(item, Fresh) and item.cuts:
                rows = [made[text] if text in made else known[text] for text in item.texts]
                yield replace(item, vectors=np.stack(rows))
            else:
                yield item


def embed_block(embedder: MakeEmbedder, texts: Sequence[str]) -> NDArray[np.float32]:
    """The vectors of the texts; runs on a worker."""
    return embedder().embed(texts)


def _texts(item: Item) -> list[str]:
    return item.texts if isinstance(item, Fresh) else []


def _path(item: Item) -> str:
    match item:
        case Fresh():
            return item.file
        case Finished():
            return item.row.path
        case Failed() | Restarted():
            return item.path
