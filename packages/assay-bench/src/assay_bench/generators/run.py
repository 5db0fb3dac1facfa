"""Generators on questions with given evidence; what a model said is kept for a next run."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from assay.adapters.chat.cached import CachedChat
from assay.budget import Limits, limited
from assay.config import Settings
from assay.ports import Generator, RelevanceScorer
from assay.registry import find
from assay.steps.answer.abstain import Abstaining
from assay.steps.answer.prompts import AnswerTask
from assay.steps.answer.support import SupportCheck
from assay.tracing import recording
from assay.wiring import build_assayer, build_chat_model, build_nli_scorer, build_scorer
from assay_bench.case import Case
from assay_bench.generators.cases import DATASETS, read_cases
from assay_bench.generators.records import Judges, record_of
from assay_bench.generators.report import Runs, draw, table
from assay_bench.runs.record import Record

# A slow machine must not look like a careful generator: no question is cut short.
LIMITS = Limits(seconds=600, tokens=100_000)


@dataclass(frozen=True, slots=True)
class Measured:
    """A generator that answers whatever it thinks, and the same one as it is used."""

    bold: Generator
    careful: Generator


def generators(
    settings: Settings, scorer: RelevanceScorer | None, chat: CachedChat
) -> dict[str, Callable[[], Measured]]:
    """What can be measured, made only when it is."""

    def reader() -> Measured:
        make, assayer = find("generators", "extractive"), build_assayer(settings)
        return Measured(make(assayer, always_answer=True), Abstaining(make(assayer)))

    def model(cite: bool) -> Measured:
        made: Generator = find("generators", "local")(
            chat,
            task=AnswerTask.SHORT,
            cite=cite,
            may_decline=False,
            support=SupportCheck(scorer),
            max_tokens=64,
        )
        return Measured(made, Abstaining(made))

    return {
        "extractive": reader,
        "smollm2, cited": lambda: model(cite=True),
        "smollm2, plain": lambda: model(cite=False),
    }


def run(
    name: str,
    measured: Measured,
    cases: list[Case],
    judges: Judges | None,
) -> list[Record]:
    """One record for each case."""
    records: list[Record] = []
    for case in cases:
        began = time.perf_counter()
        with limited(LIMITS), recording() as heard:
            draft = measured.bold.generate(case.question, case.evidence)
        saved = sum(step.facts.get("saved_ms", 0.0) for step in heard.steps)
        ms = (time.perf_counter() - began) * 1000 + saved
        with limited(LIMITS):  # what a model said is cached: this costs only the check
            refused = measured.careful.generate(case.question, case.evidence).text is None
        records.append(record_of(case, draft, refused, ms, judges, generator=name))
        sys.stderr.write(f"\r{name}: {len(records)} of {len(cases)}")
    sys.stderr.write("\n")
    return records


def measure(
    data: Path,
    out: Path,
    *,
    limit: int | None = None,
    only: Sequence[str] = (),
    with_scorer: bool = True,
    threads: int = 0,
) -> str:
    """The table of every generator on both datasets; with the figure, it is in the folder too."""
    settings = Settings()
    settings = settings.model_copy(
        update={"model": settings.model.model_copy(update={"threads": threads})}
    )
    scorer = build_scorer(settings) if with_scorer else None
    judges = Judges(scorer, build_nli_scorer(settings)) if scorer else None
    out.mkdir(parents=True, exist_ok=True)
    chat = CachedChat(build_chat_model(settings, "local"), out / "said.jsonl")
    runs: dict[tuple[str, str], list[Record]] = {}
    for dataset in DATASETS:
        cases = read_cases(data, dataset, limit)
        for name, make in generators(settings, scorer, chat).items():
            if not only or name in only:
                runs[dataset, name] = run(f"{dataset}, {name}", make(), cases, judges)
    return finish(runs, out)


def finish(runs: Runs, out: Path) -> str:
    """The table, after it and the figure were left in the folder."""
    text = table(runs)
    (out / "table.md").write_text(text + "\n", "utf-8")
    draw(runs, out / "risk-coverage")
    return text
