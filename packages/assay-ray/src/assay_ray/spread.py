"""Blocks of work done by actors of a cluster, each with its models loaded once, in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from assay_ray.connect import processors
from assay_ray.lost import WorkerLostError, fetched

RETRIES = 3  # of a piece whose actor dies, by Ray, which starts the actor again
BLOCKS_AHEAD = 4  # for each actor: being answered, or waiting for an earlier one

Item = TypeVar("Item")
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Spread(Generic[Item, Result]):
    """Does blocks in their order, with as many actors as the cluster has processors for.

    `worker` is a class whose `answer` gives a result for each item of a block, `given` what its
    constructor takes, `threads` the processors of one. `lost` tells what comes of an item that
    kills its workers again and again.
    """

    ray: Any
    worker: type
    given: tuple[Any, ...]
    threads: int
    lost: Callable[[Item, str], Result]

    def __call__(self, blocks: Iterable[Sequence[Item]]) -> Iterator[Result]:
        """The result of each item, in the order of the blocks."""
        return _Run(self, enumerate(blocks)).results()

    def actors(self) -> int:
        """How many actors there is room for now; nodes come and go."""
        return max(1, processors(self.ray) // self.threads)

    def actor(self) -> Any:  # noqa: ANN401 - Ray's
        """A new actor; it waits for its processors."""
        options = {"num_cpus": self.threads, "max_restarts": -1, "max_task_retries": RETRIES}
        return self.ray.remote(**options)(self.worker).remote(*self.given)


@dataclass(frozen=True, slots=True)
class _Piece(Generic[Item]):
    """Some items of a block, from a place in it on; `again` once an actor was lost with them."""

    block: int
    place: int
    items: Sequence[Item]
    again: bool = False


@dataclass(slots=True)
class _Run(Generic[Item, Result]):
    """The state of one run: blocks to do, busy actors, and results waiting for their turn."""

    spread: Spread[Item, Result]
    todo: Iterator[tuple[int, Sequence[Item]]]
    again: deque[_Piece[Item]] = field(default_factory=deque)
    working: dict[Any, tuple[_Piece[Item], Any]] = field(default_factory=dict)
    idle: list[Any] = field(default_factory=list)
    done: dict[int, list[Any]] = field(default_factory=dict)  # begun blocks; None: not there yet
    missing: dict[int, int] = field(default_factory=dict)

    def results(self) -> Iterator[Result]:
        """The results in order; nothing here waits for one actor while another holds its place."""
        turn = 0
        while True:
            self._submit()
            # One that has nothing to do makes room for one whose node was lost and that waits for
            # a processor; were it to stay, both could wait for ever.
            while self.idle:
                self.spread.ray.kill(self.idle.pop())
            if self.missing.get(turn) == 0:
                yield from self.done.pop(turn)
                del self.missing[turn]
                turn += 1
            elif not self.working:
                return
            else:
                (ready, *_), _ = self.spread.ray.wait(list(self.working))
                self._receive(ready)

    def _submit(self) -> None:
        actors = self.spread.actors()
        while len(self.working) < actors and (piece := self._next(actors)) is not None:
            actor = self.idle.pop() if self.idle else self.spread.actor()
            self.working[actor.answer.remote(piece.items)] = piece, actor

    def _next(self, actors: int) -> _Piece[Item] | None:
        if self.again:
            return self.again.popleft()
        if len(self.done) >= BLOCKS_AHEAD * actors or (block := next(self.todo, None)) is None:
            return None
        number, items = block
        self.done[number], self.missing[number] = [None] * len(items), len(items)
        return _Piece(number, 0, items)

    def _receive(self, ref: Any) -> None:  # noqa: ANN401 - Ray's
        """Keep what came of a piece, or have another actor do it.

        One whose node was lost can be out of reach for as long as all retries take. A block is done
        again whole, because an answer's trace tells what it was answered with; then one by one, so
        that only what kills its workers goes without a result.
        """
        piece, actor = self.working.pop(ref)
        try:
            self._keep(piece, list(fetched(self.spread.ray, ref)))
            self.idle.append(actor)
        except WorkerLostError as lost:
            self.spread.ray.kill(actor)
            if not piece.again:
                self.again.append(replace(piece, again=True))
            elif len(piece.items) > 1:
                alone = enumerate(piece.items, piece.place)
                self.again.extend(replace(piece, place=at, items=[item]) for at, item in alone)
            else:
                reason = f"its workers were lost again and again: {lost}"
                self._keep(piece, [self.spread.lost(piece.items[0], reason)])

    def _keep(self, piece: _Piece[Item], results: list[Result]) -> None:
        self.done[piece.block][piece.place : piece.place + len(results)] = results
        self.missing[piece.block] -= len(results)
