"""Measure generators on questions with given evidence; what a model said is kept for a next run."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from assay.adapters.chat.remembered import RememberedChat
from assay.bench.generators.cases import DATASETS, Case, read_cases
from assay.bench.generators.records import Judges, Record, record_of
from assay.bench.generators.report import Runs, draw, table
from assay.budget import Limits, limited
from assay.build import build_assayer, build_chat_model, build_scorer, build_stance_scorer
from assay.config import Settings
from assay.ports import Generator, RelevanceScorer
from assay.registry import find
from assay.steps.abstain import Abstaining
from assay.steps.prompts import Task
from assay.steps.support import SupportCheck
from assay.tracing import recording

# A slow machine must not look like a careful generator: no question is cut short.
LIMITS = Limits(seconds=600, tokens=100_000)


@dataclass(frozen=True, slots=True)
class Measured:
    """A generator that answers whatever it thinks, and the same one as it is used."""

    bold: Generator
    careful: Generator


def generators(
    settings: Settings, scorer: RelevanceScorer | None, chat: RememberedChat
) -> dict[str, Callable[[], Measured]]:
    """What can be measured, made only when it is."""

    def reader() -> Measured:
        make, assayer = find("generators", "extractive"), build_assayer(settings)
        return Measured(make(assayer, always_answer=True), Abstaining(make(assayer)))

    def model(cite: bool) -> Measured:
        made: Generator = find("generators", "local")(
            chat,
            task=Task.SHORT,
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
        with limited(LIMITS):  # what a model said is remembered: this costs only the check
            refused = measured.careful.generate(case.question, case.evidence).text is None
        records.append(record_of(case, draft, refused, ms, judges))
        sys.stderr.write(f"\r{name}: {len(records)} of {len(cases)}")
    sys.stderr.write("\n")
    return records


def main() -> None:
    """Run, then print the table and draw the figure."""
    parser = argparse.ArgumentParser(prog="python -m assay.bench.generators", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of the datasets")
    parser.add_argument(
        "--out", type=Path, required=True, help="folder for table, figure and what was said"
    )
    parser.add_argument("--limit", type=int, help="questions of each dataset; all if not set")
    parser.add_argument("--only", action="append", help="a generator; may be given again")
    parser.add_argument("--no-scorer", action="store_true", help="check citations by words alone")
    parser.add_argument("--threads", type=int, default=0, help="CPU threads of the language model")
    chosen = parser.parse_args()
    settings = Settings()
    settings = settings.model_copy(
        update={"model": settings.model.model_copy(update={"threads": chosen.threads})}
    )
    scorer = None if chosen.no_scorer else build_scorer(settings)
    judges = Judges(scorer, build_stance_scorer(settings)) if scorer else None
    chosen.out.mkdir(parents=True, exist_ok=True)
    chat = RememberedChat(build_chat_model(settings, "local"), chosen.out / "said.jsonl")
    runs: dict[tuple[str, str], list[Record]] = {}
    for dataset in DATASETS:
        cases = read_cases(chosen.data, dataset, chosen.limit)
        for name, make in generators(settings, scorer, chat).items():
            if chosen.only is None or name in chosen.only:
                runs[dataset, name] = run(f"{dataset}, {name}", make(), cases, judges)
    finish(runs, chosen.out)


def finish(runs: Runs, out: Path) -> None:
    """Print the table and leave it, with the figure, in the folder."""
    text = table(runs)
    (out / "table.md").write_text(text + "\n", "utf-8")
    draw(runs, out / "risk-coverage")
    sys.stdout.write(text + "\n")


if __name__ == "__main__":
    main()
