"""Runs systems over a task; every question leaves a line, so that a killed run carries on."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from assay import __version__
from assay.answer_json import answer_to_json
from assay.budget import current_budget
from assay.config import Settings
from assay.engine import Engine
from assay.ports import NliScorer, Strategy
from assay.types import Answer
from assay.wiring import build_assayer, build_limits
from assay_bench.case import AnswerKind, Case
from assay_bench.judge import answer_metrics, is_correct, retrieval_metrics
from assay_bench.request import Progress, silent
from assay_bench.rows.made import made_now
from assay_bench.runs.folder import RunFolder
from assay_bench.runs.in_order import in_order
from assay_bench.runs.record import Record
from assay_bench.runs.shared_retrieval import SharedRetrieval, open_retrieval
from assay_bench.runs.system import System
from assay_bench.task import Task
from assay_bench.verified import verified_metrics

Pair = tuple[Case, System]
Answering = Callable[[Sequence[Pair]], Iterator[Record]]
"""Answers pairs in their order: on other machines."""


def run(
    task: Task,
    systems: Sequence[System],
    out: Path,
    *,
    seed: int = 0,
    jobs: int = 1,
    progress: Progress = silent,
    nli: NliScorer | None = None,
    answering: Answering | None = None,
) -> list[Record]:
    """Every record of the run, in the order of cases, then systems; also in `out`.

    With `nli`, citations and the facts of long answers are judged too, off the clock. `answering`
    takes the place of this process and its `jobs` and `nli`.
    Call it again after an interruption and it carries on; `seed` is only written down.
    """
    shared = open_retrieval(systems[0].settings, task.cases)
    for system in systems:  # what cannot be built fails now, not after an hour
        system.build(system.settings, shared.given(task.cases[0]))
    with RunFolder(out) as folder:
        folder.describe(_description(task, systems, seed), task.cases)
        pairs = [(case, system) for case in task.cases for system in systems]
        todo = [(c, s) for c, s in pairs if (c.id, s.name) not in folder.records]
        done = len(pairs) - len(todo)
        progress(done, len(pairs))
        here = in_order(lambda pair: answered(*pair, shared, nli), todo, jobs)
        for record in here if answering is None else answering(todo):
            folder.add(record)
            done += 1
            progress(done, len(pairs))
        return [folder.records[case.id, system.name] for case, system in pairs]


def on_cluster(ray: Any, judged: bool = False) -> Answering | None:  # noqa: ANN401 - a module
    """What answers the questions in place of this process: the cluster, where there is one."""
    if ray is None:
        return None
    from assay_bench.runs.on_cluster import ClusterRecords  # noqa: PLC0415 - needs the extra ray

    return ClusterRecords(ray, judged)


def _description(task: Task, systems: Sequence[System], seed: int) -> dict[str, Any]:
    return {
        "assay": __version__,
        "task": task.name,
        "description": task.description,
        "source": task.source,
        "questions": len(task.cases),
        "cases": task.fingerprint,
        "seed": seed,
        "made": asdict(made_now(systems[0].settings)),
        "systems": {system.name: _settings_json(system.settings) for system in systems},
    }


def _settings_json(settings: Settings) -> dict[str, Any]:
    """All that can change an answer; where a model's words are kept cannot."""
    told: dict[str, Any] = json.loads(settings.model_dump_json())
    del told["model"]["cache"]
    return told


@dataclass(slots=True)
class _Counted:
    """A strategy whose spending can be read when it is done."""

    strategy: Strategy
    tokens: int = field(default=0, init=False)

    def answer(self, question: str, query: str | None = None) -> Answer:
        try:
            return self.strategy.answer(question, query)
        finally:
            self.tokens = current_budget().spent["tokens"]


def answered(case: Case, system: System, shared: SharedRetrieval, nli: NliScorer | None) -> Record:
    """What comes of one case with one system, measured and judged."""
    given = shared.given(case)
    settings = _asking_for(case.kind, system.settings)
    strategy = _Counted(system.build(settings, given))
    engine = Engine(strategy, system.name, build_limits(settings))
    _forget(settings)
    began = time.perf_counter()
    answer = engine.ask(case.asked)
    saved = sum(step.facts.get("saved_ms", 0.0) for step in answer.trace) / 1000
    seconds = time.perf_counter() - began + saved
    written = answer_to_json(answer)
    judged = verified_metrics(case, written, nli) if nli else {}
    found = shared.retriever(case).retrieve(case.asked) if case.relevant else ()
    return Record(
        strategy=system.name,
        case=case.id,
        question=case.question,
        answer=written,
        correct=is_correct(case, answer.text),
        metrics={**answer_metrics(case, answer.text), **retrieval_metrics(case, found), **judged},
        seconds=round(seconds, 6),
        tokens=strategy.tokens,
        searches=sum(step.name == "search" for step in answer.trace),
    )


def _asking_for(kind: AnswerKind, settings: Settings) -> Settings:
    """A language model is asked for the kind of answer the case has, unless the user chose.

    A letter or a truth stands in no source, so a model that must label always answers.
    """
    labels = kind in (AnswerKind.CHOICE, AnswerKind.TRUE_FALSE)
    wanted = {"task": kind.value, **({"always_answer": True} if labels else {})}
    chosen = settings.generator.model_fields_set
    unset = {key: value for key, value in wanted.items() if key not in chosen}
    generator = settings.generator.model_copy(update=unset)
    return settings.model_copy(update={"generator": generator})


def _forget(settings: Settings) -> None:
    """No system may be timed on what another one has read."""
    if settings.scorer.name == "assayer" or settings.generator.name == "extractive":
        build_assayer(settings).forget()
