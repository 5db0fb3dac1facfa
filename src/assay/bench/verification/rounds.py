"""Whole rounds: whether a revised question finds what the first did not, and answers better.

    python -m assay.bench.verification.rounds --data DIR --index DIR [--limit N] [--out DIR]

Every system answers whatever it thinks, from the same index with the same reader, over five
references. NQ and TriviaQA questions are those the assayer was not trained on.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from assay.bench.metrics.bootstrap import Interval, mean_interval
from assay.bench.metrics.text_match import matches
from assay.bench.verification.lines import read_lines, reported, sampled
from assay.bench.verification.report import shown, table
from assay.budget import Limits
from assay.build import Given, build_generator, build_retriever, build_strategy, build_verifier
from assay.config import Settings
from assay.engine import Engine
from assay.ports import Attempting, Strategy, Verifier
from assay.steps.verified import VerifiedOnly
from assay.strategies.cov_rag import CovRag
from assay.strategies.rag import Rag
from assay.types import Answer, Evidence

FILES = {
    "nq": "questions/nq_open_dev.jsonl.gz",
    "webquestions": "questions/webquestions_test.jsonl.gz",
    "mintaka": "questions/mintaka_dev.jsonl.gz",
    "triviaqa": "questions/triviaqa_test.jsonl.gz",
}
HALVED = ("nq", "triviaqa")
REFERENCES = 5
# A busy machine must not look like a careful strategy: no question is cut short.
LIMITS = Limits(seconds=600, rounds=20, searches=0, tokens=1_000_000)


@dataclass(slots=True)
class Watched:
    """A strategy that remembers what each attempt at a question found."""

    strategy: Attempting
    attempts: list[Answer] = field(default_factory=list)

    def attempt(self, question: str, query: str) -> Answer:
        """The strategy's own answer."""
        answer = self.strategy.attempt(question, query)
        self.attempts.append(answer)
        return answer


@dataclass(frozen=True, slots=True)
class Asked:
    """One question answered by one system; `found` is for each attempt, `kept` for the answer."""

    correct: bool
    kept: bool
    found: tuple[bool, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundsResult:
    """One system on one dataset; the last two are over the questions that were revised."""

    dataset: str
    system: str
    accuracy: Interval
    retrieval: Interval
    revised: float
    before: Interval
    after: Interval


def holds(evidence: Evidence, answers: Sequence[str]) -> bool:
    """True when an answer stands in the retrieved passages."""
    return any(matches(f"{s.passage.title}\n{s.text}", answers) for s in evidence.strips)


def ask(strategy: Strategy, watched: Watched | None, question: str, answers: list[str]) -> Asked:
    """What came of one question."""
    if watched is not None:
        watched.attempts.clear()
    answer = Engine(strategy, limits=LIMITS).ask(question)
    found = [holds(each.evidence, answers) for each in watched.attempts] if watched else []
    return Asked(matches(answer.text, answers), holds(answer.evidence, answers), tuple(found))


def result_of(dataset: str, system: str, asked: Sequence[Asked]) -> RoundsResult:
    """The figures over all questions of a dataset."""
    again = [each.found for each in asked if len(each.found) > 1]
    return RoundsResult(
        dataset,
        system,
        mean_interval([float(each.correct) for each in asked]),
        mean_interval([float(each.kept) for each in asked]),
        len(again) / len(asked) if asked else 0.0,
        mean_interval([float(found[0]) for found in again]),
        mean_interval([float(found[-1]) for found in again]),
    )


def systems(
    settings: Settings, given: Given, verifier: Verifier
) -> dict[str, Callable[[], tuple[Strategy, Watched | None]]]:
    """What is compared, made anew for each dataset."""
    assert given.retriever is not None
    assert given.generator is not None
    rag = Rag(given.retriever, given.generator)
    always = VerifiedOnly(always_answer=True)

    def cov(rounds: int) -> tuple[Strategy, Watched]:
        watched = Watched(rag)
        return CovRag(watched, verifier, rounds=rounds, rule=always), watched

    def rewriting() -> tuple[Strategy, None]:
        first = settings.model_copy(update={"strategy": "rewrite_first"})
        return build_strategy(first, given), None

    return {
        "rag": lambda: (rag, None),
        "rewrite first": rewriting,
        "cov, one revision": lambda: cov(2),
        "cov, several": lambda: cov(settings.verifier.rounds + 1),
    }


def run(
    data: Path, index: Path, limit: int, datasets: Sequence[str], log: Callable[[str], object]
) -> list[RoundsResult]:
    """Every system on every dataset."""
    settings = Settings.model_validate(
        {
            "index": {"dir": index},
            "retrieval": {"top_k": REFERENCES},
            "generator": {"always_answer": True},
        }
    )
    given = Given(retriever=build_retriever(settings), generator=build_generator(settings))
    verifier = build_verifier(settings)
    results = []
    for dataset in datasets:
        rows = read_lines(data / FILES[dataset])
        if dataset in HALVED:
            rows = [row for row in rows if reported(row["question"])]
        rows = [row for row in sampled(rows, limit) if row["answers"]]
        for name, make in systems(settings, given, verifier).items():
            strategy, watched = make()
            asked = [ask(strategy, watched, row["question"], row["answers"]) for row in rows]
            results.append(result_of(dataset, name, asked))
            log(f"{dataset}, {name}: {shown(results[-1].accuracy)}\n")
    return results


def rounds_table(results: Sequence[RoundsResult]) -> str:
    """Markdown: a row for each system on each dataset."""
    head = ["questions", "system", "n", "answer accuracy", "retrieval accuracy", "revised"]
    rows = [
        [r.dataset, r.system, str(r.accuracy.count), shown(r.accuracy), shown(r.retrieval)]
        + (
            [f"{r.revised:.0%}", shown(r.before), shown(r.after)]
            if r.before.count
            else ["", "", ""]
        )
        for r in results
    ]
    return table([*head, "retrieval before", "after"], rows)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what was asked for, print the table, and write both forms where told."""
    parser = argparse.ArgumentParser(prog="python -m assay.bench.verification.rounds")
    parser.add_argument("--data", type=Path, required=True, help="folder of the data files")
    parser.add_argument("--index", type=Path, required=True, help="folder of the index")
    parser.add_argument("--limit", type=int, default=100, help="questions of each dataset")
    parser.add_argument("--datasets", nargs="+", choices=[*FILES], default=[*FILES])
    parser.add_argument("--out", type=Path, help="folder for rounds.md and rounds.json")
    chosen = parser.parse_args(arguments)
    results = run(chosen.data, chosen.index, chosen.limit, chosen.datasets, sys.stderr.write)
    text = rounds_table(results)
    sys.stdout.write(text + "\n")
    if chosen.out is not None:
        chosen.out.mkdir(parents=True, exist_ok=True)
        (chosen.out / "rounds.md").write_text(text + "\n", "utf-8")
        rows = [asdict(result) for result in results]
        (chosen.out / "rounds.json").write_text(json.dumps(rows, indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
