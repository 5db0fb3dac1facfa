"""Files read and cut by tasks of a cluster, given back in their order."""

from __future__ import annotations

import errno
import os
import platform
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from assay.errors import InputError
from assay.indexing.read_ahead import Failed, Finished, Fresh, Item, Restarted, ToRead, read_items
from assay_documents.read_limits import MIB, ReadLimits
from assay_documents.sandbox.pool import ReaderPool
from assay_ray.lost import WorkerLostError, fetched

Some = TypeVar("Some")

PORTION_FILES = 32  # and BYTES: what one task reads, so that small files do not cost a task each
PORTION_BYTES = MIB
PARCEL_PASSAGES = 256  # sent together
PARCELS_AHEAD = 4  # of one task, before it waits until somebody takes them
ATTEMPTS = 4  # how often a file is read whose reader dies, before it is skipped


@dataclass(frozen=True, slots=True)
class _Portion:
    """Files that one task reads, and its parcels as they come."""

    files: Sequence[ToRead]
    parcels: Any
    attempt: int


@dataclass(frozen=True, slots=True)
class NotHere:
    """A file that the node of a reader does not have."""

    path: str
    node: str


class ClusterReading:
    """Reads files with `readers` tasks at a time; they wait when nobody takes what they give.

    We repeat the work of a lost worker ourselves: Ray would begin the task again and go on where
    its results ended, which mixes two states of a file that has changed in between.
    """

    def __init__(self, ray: Any, limits: ReadLimits, readers: int) -> None:  # noqa: ANN401 - a module
        """Start nothing yet."""
        self._ray, self._limits, self._readers = ray, limits, readers
        # A reader needs little of a processor and often waits. Were it to hold one, readers that
        # wait to be emptied could hold them all, and nobody could embed what they have read.
        self._task = ray.remote(
            num_cpus=0,
            max_retries=0,
            num_returns="streaming",
            scheduling_strategy="SPREAD",
            _generator_backpressure_num_objects=PARCELS_AHEAD,
        )(read_portion)

    def items(self, files: Sequence[ToRead]) -> Iterator[Item]:
        """What the files hold; each ends with Finished or Failed."""
        todo = portions(files)
        running: deque[_Portion] = deque()
        while True:
            while len(running) < self._readers and (some := next(todo, None)):
                running.append(self._begin(some, attempt=1))
            if not running:
                return
            portion = running.popleft()
            unfinished = yield from self._drained(portion)
            again = [self._begin([each], portion.attempt + 1) for each in unfinished]
            running.extendleft(reversed(again))

    def _begin(self, files: Sequence[ToRead], attempt: int) -> _Portion:
        return _Portion(files, self._task.remote(list(files), self._limits), attempt)

    def _drained(self, portion: _Portion) -> Generator[Item, None, list[ToRead]]:
        """What the files hold, and the files that have to be read again."""
        left = deque(portion.files)
        begun = False
        try:
            for parcel in self._parcels(portion):
                for item in map(_seen, parcel):
                    yield item
                    begun = isinstance(item, Fresh)
                    if isinstance(item, Finished | Failed):
                        left.popleft()
        except WorkerLostError as lost:
            if len(portion.files) == 1 and portion.attempt >= ATTEMPTS:
                yield Failed(str(left[0].path), f"its reader was lost {ATTEMPTS} times: {lost}")
                return []
            if begun:
                yield Restarted(str(left[0].path))
                left[0] = ToRead(left[0].path, None, {})
            return list(left)
        return []

    def _parcels(self, portion: _Portion) -> Iterator[list[Item | NotHere]]:
        try:
            for ref in portion.parcels:
                yield fetched(self._ray, ref)
        except self._ray.exceptions.RayTaskError:  # raised by our own code: a fault, no death
            raise
        except self._ray.exceptions.RayError as error:
            raise WorkerLostError(str(error)) from error


def _seen(item: Item | NotHere) -> Item:
    """The item; a node without the file must not make the index forget what is there."""
    if not isinstance(item, NotHere):
        return item
    if os.path.lexists(item.path):
        raise InputError(
            f"{item.path} is not on the node {item.node}",
            hint="put the documents on storage that all nodes have under the same path",
        )
    return Failed(item.path, f"cannot be read: {os.strerror(errno.ENOENT)}")


def read_portion(files: Iterable[ToRead], limits: ReadLimits) -> Iterator[list[Item | NotHere]]:
    """What the files hold, in parcels; runs on a worker."""
    with ReaderPool(limits) as pool:
        yield from in_parcels(item for file in files for item in _read(file, limits, pool))


def _read(file: ToRead, limits: ReadLimits, pool: ReaderPool) -> Iterator[Item | NotHere]:
    if os.path.lexists(file.path):
        return read_items(file, limits, pool)
    return iter([NotHere(str(file.path), platform.node())])


def in_parcels(items: Iterable[Some]) -> Iterator[list[Some]]:
    """The items in their order, as many together as hold PARCEL_PASSAGES."""
    parcel: list[Some] = []
    passages = 0
    for item in items:
        parcel.append(item)
        passages += len(item.cuts) if isinstance(item, Fresh) else 0
        if passages >= PARCEL_PASSAGES:
            yield parcel
            parcel, passages = [], 0
    if parcel:
        yield parcel


def portions(files: Iterable[ToRead]) -> Iterator[list[ToRead]]:
    """The files in their order, as many together as make one task's worth."""
    some: list[ToRead] = []
    size = 0
    for file in files:
        more = _bytes(file)
        if some and (len(some) >= PORTION_FILES or size + more > PORTION_BYTES):
            yield some
            some, size = [], 0
        some.append(file)
        size += more
    if some:
        yield some


def _bytes(file: ToRead) -> int:
    try:
        return file.path.stat().st_size
    except (OSError, ValueError):
        return 0
