"""One case answered by one system, measured and judged."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from assay.answer_json import answer_to_json
from assay.budget import current_budget
from assay.config import Settings
from assay.engine import Engine
from assay.ports import NliScorer, Strategy
from assay.types import Answer
from assay.wiring import build_assayer, build_limits
from assay_bench.case import AnswerKind, Case
from assay_bench.judge import answer_metrics, is_correct, retrieval_metrics
from assay_bench.runs.record import Record
from assay_bench.runs.shared_retrieval import SharedRetrieval
from assay_bench.runs.system import System
from assay_bench.verified import verified_metrics

Pair = tuple[Case, System]


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
