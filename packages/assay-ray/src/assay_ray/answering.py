"""Blocks of questions answered by actors of a cluster, each with its models loaded once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assay.batch.blocks import Answered, Blocks
from assay.batch.questions_file import Question
from assay.config import Settings
from assay.errors import ServiceError
from assay_ray.sent import sent, settle, threads_of
from assay_ray.spread import Spread


class Answerer:
    """Answers blocks of questions; lives on a worker."""

    def __init__(self, settings: Settings, folder: str) -> None:
        """Take over the settings, and the folder that paths in them start from."""
        settle(settings, folder)
        self._blocks = Blocks(settings)

    def answer(self, questions: Sequence[Question]) -> list[Answered]:
        """Each question with its answer."""
        return list(self._blocks.answer(questions))


@dataclass(frozen=True, slots=True)
class ClusterAnswers:
    """Answers blocks in their order, with as many actors as the cluster has processors for.

    Keys of services are not sent: each node has them in its own environment.
    """

    ray: Any
    settings: Settings

    def __call__(self, blocks: Iterable[Sequence[Question]]) -> Iterator[Answered]:
        """Each question with its answer, in the order of the blocks."""
        given = (sent(self.settings), str(Path.cwd()))
        spread: Spread[Question, Answered] = Spread(
            self.ray, Answerer, given, threads_of(self.settings), _unanswered
        )
        return spread(blocks)


def _unanswered(question: Question, reason: str) -> Answered:
    return question, ServiceError(reason)
