"""Blocks of work done by actors of a cluster, each with its models loaded once, in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from assay.cluster.connect import processors
from assay.cluster.lost import WorkerLostError, fetched

RETRIES = 3  # of a block whose actor dies, by Ray, which starts the actor again
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
        todo = enumerate(blocks)
        idle: list[Any] = []
        working: dict[Any, tuple[int, Sequence[Item], Any]] = {}
        done: dict[int, list[Result]] = {}
        turn = 0
        while True:
            actors = max(1, processors(self.ray) // self.threads)  # nodes come and go
            most = BLOCKS_AHEAD * actors
            while len(working) < actors and len(working) + len(done) < most:
                if (block := next(todo, None)) is None:
                    break
                actor = idle.pop() if idle else self._actor()
                working[actor.answer.remote(block[1])] = (*block, actor)
            # One that has nothing to do makes room for one whose node was lost and that waits for
            # a processor; were it to stay, both could wait for ever.
            while idle:
                self.ray.kill(idle.pop())
            if turn in done:
                yield from done.pop(turn)
                turn += 1
            elif not working:
                return
            else:
                (ready, *_), _ = self.ray.wait(list(working))
                number, items, actor = working.pop(ready)
                done[number], actor = self._results(ready, items, actor)
                idle.append(actor)

    def _actor(self) -> Any:  # noqa: ANN401 - Ray's
        options = {"num_cpus": self.threads, "max_restarts": -1, "max_task_retries": RETRIES}
        return self.ray.remote(**options)(self.worker).remote(*self.given)

    def _results(self, ref: Any, items: Sequence[Item], actor: Any) -> tuple[list[Result], Any]:  # noqa: ANN401 - Ray's
        """What came of a block, and the actor to go on with.

        One whose node was lost can be out of reach for as long as all retries take, so a new one
        does the items one by one: only what kills that too goes without a result.
        """
        try:
            return list(fetched(self.ray, ref)), actor
        except WorkerLostError:
            self.ray.kill(actor)
            another = self._actor()
            return [self._alone(each, another) for each in items], another

    def _alone(self, item: Item, actor: Any) -> Result:  # noqa: ANN401 - Ray's
        try:
            (result,) = fetched(self.ray, actor.answer.remote([item]))
        except WorkerLostError as lost:
            return self.lost(item, f"its worker was lost {2 * (RETRIES + 1)} times: {lost}")
        return result  # type: ignore[no-any-return] # what its `answer` gives
