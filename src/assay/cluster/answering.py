"""Blocks of questions answered by actors of a cluster, each with its models loaded once."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assay.adapters.web.no_network import forbid_network
from assay.batch.blocks import Answered, Blocks
from assay.batch.questions_file import Question
from assay.cluster.connect import processors
from assay.cluster.lost import WorkerLostError, fetched
from assay.config import Settings
from assay.errors import ServiceError

RETRIES = 3  # of a block whose actor dies, by Ray, which starts the actor again
BLOCKS_AHEAD = 4  # for each actor: being answered, or waiting for an earlier one


class Answerer:
    """Answers blocks of questions; lives on a worker."""

    def __init__(self, settings: dict[str, Any], folder: str) -> None:
        """Take over the settings, and the folder that paths in them start from."""
        with contextlib.suppress(OSError):  # on a node that has no such folder, paths are absolute
            os.chdir(folder)
        chosen = Settings.model_validate(settings)
        if chosen.search.web is False:
            forbid_network()
        self._blocks = Blocks(chosen)

    def answer(self, questions: Sequence[Question]) -> list[Answered]:
        """Each question with its answer."""
        return list(self._blocks.answer(questions))


@dataclass(frozen=True, slots=True)
class ClusterAnswers:
    """Answers blocks in their order, with as many actors as the cluster has processors for.

    An actor takes `scorer.threads` processors, or one. Keys of services are not sent: each node
    has them in its own environment.
    """

    ray: Any
    settings: Settings

    def __call__(self, blocks: Iterable[Sequence[Question]]) -> Iterator[Answered]:
        """Each question with its answer, in the order of the blocks."""
        todo = enumerate(blocks)
        idle: list[Any] = []
        working: dict[Any, tuple[int, Sequence[Question], Any]] = {}
        done: dict[int, list[Answered]] = {}
        turn = 0
        while True:
            actors = max(1, processors(self.ray) // self._threads)  # nodes come and go
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
                number, questions, actor = working.pop(ready)
                done[number] = self._answers(ready, questions, actor)
                idle.append(actor)

    @property
    def _threads(self) -> int:
        return self.settings.scorer.threads or 1

    def _actor(self) -> Any:  # noqa: ANN401 - Ray's
        scorer = self.settings.scorer.model_copy(update={"threads": self._threads})
        chosen = self.settings.model_copy(update={"scorer": scorer})
        given = chosen.model_dump(mode="json", exclude_unset=True)
        options = {"num_cpus": self._threads, "max_restarts": -1, "max_task_retries": RETRIES}
        return self.ray.remote(**options)(Answerer).remote(given, str(Path.cwd()))

    def _answers(self, ref: Any, questions: Sequence[Question], actor: Any) -> list[Answered]:  # noqa: ANN401 - Ray's
        try:
            return list(fetched(self.ray, ref))
        except WorkerLostError as lost:
            if len(questions) > 1:  # only the one that kills its workers goes without an answer
                return [self._alone(each, actor) for each in questions]
            times = f"{RETRIES + 1} times"
            return [(questions[0], ServiceError(f"its worker was lost {times}: {lost}"))]

    def _alone(self, question: Question, actor: Any) -> Answered:  # noqa: ANN401 - Ray's
        return self._answers(actor.answer.remote([question]), [question], actor)[0]
