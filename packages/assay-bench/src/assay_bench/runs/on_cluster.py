"""The questions of a run answered by actors of a Ray cluster, with the records of one process."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import Any

from assay.config import Settings
from assay.errors import ServiceError
from assay.wiring import build_nli_scorer
from assay_bench.case import Case
from assay_bench.runs.answered import Pair, answered
from assay_bench.runs.record import Record
from assay_bench.runs.shared_retrieval import open_retrieval
from assay_ray.sent import sent, settle, threads_of
from assay_ray.spread import Spread


class Runner:
    """Answers questions with one set of models and one open index; lives on a worker."""

    def __init__(
        self, settings: Settings, folder: str, lacking: Sequence[Case], judged: bool
    ) -> None:
        """Open the index if there are cases that lack passages."""
        settle(settings, folder)
        self._shared = open_retrieval(settings, lacking)
        self._nli = build_nli_scorer(settings) if judged else None

    def answer(self, pairs: Sequence[Pair]) -> list[Record]:
        """A record for each pair."""
        return [answered(case, system, self._shared, self._nli) for case, system in pairs]


@dataclass(frozen=True, slots=True)
class ClusterRecords:
    """Answers pairs of a case and a system in their order, on as many actors as there is room for.

    All systems of a case have one actor: what they retrieve alike is retrieved once, as in a run
    of one process. With `judged`, citations and the facts of long answers are judged too.
    """

    ray: Any
    judged: bool = False

    def __call__(self, pairs: Sequence[Pair]) -> Iterator[Record]:
        """The record of each pair; one that kills its workers again and again ends the run."""
        if not pairs:
            return iter(())
        settings = pairs[0][1].settings
        lacking = [case for case, _ in pairs if case.internal is None][:1]
        given = (sent(settings), str(Path.cwd()), lacking, self.judged)
        moved = [(case, replace(each, settings=sent(each.settings))) for case, each in pairs]
        spread: Spread[Pair, Record] = Spread(
            self.ray, Runner, given, threads_of(settings), _refuse
        )
        return spread([*block] for _, block in groupby(moved, key=lambda pair: pair[0].id))


def _refuse(pair: Pair, reason: str) -> Record:
    case, system = pair
    raise ServiceError(
        f"{system.name} cannot answer {case.id}: {reason}",
        hint="what was answered is kept: run the same command without --engine ray to see why",
    )
