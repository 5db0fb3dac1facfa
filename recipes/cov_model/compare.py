"""The trained models side by side, end to end: shares with intervals, and paired differences.

`python -m recipes.cov_model.compare --runs d1=DIR chain=DIR direct=DIR [--pairs "chain CoV-RAG,d1
RAG" ...]` reads what `recipes.cov_model.end_to_end` left, over all sets of questions together.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from assay.config import Settings
from assay_bench.case import Case
from assay_bench.experiments.cov_rag.table6 import EXPERIMENT
from assay_bench.judge import is_correct
from assay_bench.metrics.bootstrap import mean_interval, paired_difference
from assay_bench.runs.folder import read_cases, read_records
from assay_bench.runs.record import Record

LAST = "accuracy if the last answer counts"
CAUGHT, PASSED = "wrong answers judged wrong", "right answers judged right"
TAKEN = "another answer taken"
Figures = dict[str, dict[str, float]]
"""By measure, then by question, where a question has a figure."""


@dataclass(frozen=True, slots=True)
class Measured:
    """One figure of every question: its name and how it is read off a record."""

    name: str
    read: Callable[[Case, Record], float | None]


def measures() -> Iterable[Measured]:
    """Those of the paper's table, and what explains them."""
    for each in EXPERIMENT.measures_of(""):
        yield Measured(each.name, each.open(Settings(), Path()))
    yield Measured(CAUGHT, lambda case, record: judged(record, right=False))
    yield Measured(PASSED, lambda case, record: judged(record, right=True))
    yield Measured(LAST, last_is_right)
    yield Measured(TAKEN, other_answer)


def judged(record: Record, *, right: bool) -> float | None:
    """Whether the judgment holds, for answers that are right, or for those that are wrong."""
    check = record.answer.get("check")
    if check is None or record.abstained or record.correct is not right:
        return None
    return float(bool(check["judgment"]) == right)


def answers_of(record: Record) -> list[str | None]:
    """The answer of every round, as it was written."""
    return [
        step["facts"].get("text") for step in record.answer["trace"] if step["name"] == "generate"
    ]


def last_is_right(case: Case, record: Record) -> float | None:
    """Whether the answer of the last round is right, as in the paper's algorithm."""
    answers = answers_of(record)
    return float(bool(is_correct(case, answers[-1]))) if answers else None


def other_answer(case: Case, record: Record) -> float:
    """Whether the answer of a later round took the place of the first."""
    answers = answers_of(record)
    return float(len(answers) > 1 and record.text != answers[0])


def figures(run: Path, tasks: Iterable[str]) -> dict[str, Figures]:
    """What a run measured, by system."""
    found: dict[str, Figures] = {}
    for task in tasks:
        folder = run / task / task
        cases = read_cases(folder)
        for record in read_records(folder):
            own = found.setdefault(record.strategy, {})
            for measure in measures():
                value = measure.read(cases[record.case], record)
                if value is not None:
                    own.setdefault(measure.name, {})[f"{task} {record.case}"] = value
    return found


def shown(values: Iterable[float]) -> str:
    """A share in percent with its interval."""
    each = mean_interval(list(values))
    return f"{100 * each.value:5.1f} [{100 * each.low:.1f}, {100 * each.high:.1f}] of {each.count}"


def table(name: str, found: Figures, tasks: Iterable[str]) -> None:
    """Print one system: each measure over all questions, then for each set."""
    print(name)
    for measure, values in found.items():
        parts = []
        for task in tasks:
            own = [value for key, value in values.items() if key.startswith(f"{task} ")]
            parts.append(f"{task} {100 * sum(own) / len(own):.1f}" if own else f"{task} none")
        print(f"  {measure}: {shown(values.values())}; {', '.join(parts)}")


def difference(names: tuple[str, str], first: Figures, second: Figures) -> None:
    """Print how much the first is better, measure by measure, on the questions of both."""
    print(f"{names[0]} to {names[1]}")
    for measure, one in first.items():
        two = second.get(measure, {})
        both = [key for key in one if key in two]
        if not both:
            continue
        each = paired_difference([one[key] for key in both], [two[key] for key in both])
        gained = sum(one[key] > two[key] for key in both)
        lost = sum(one[key] < two[key] for key in both)
        star = "*" if each.low > 0 or each.high < 0 else ""
        print(
            f"  {measure}: {100 * each.value:+.1f}{star} [{100 * each.low:+.1f},"
            f" {100 * each.high:+.1f}] of {len(both)}, {gained} gained, {lost} lost"
        )


def main() -> None:
    """Parse, read, print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--runs", nargs="+", required=True, metavar="NAME=DIR")
    parser.add_argument("--pairs", nargs="*", default=[], metavar="A,B")
    parser.add_argument("--tasks", nargs="*", default=EXPERIMENT.tasks)
    options = parser.parse_args()
    found: dict[str, Figures] = {}
    for each in options.runs:
        name, _, folder = each.partition("=")
        for system, own in figures(Path(folder), options.tasks).items():
            found[f"{name} {system}"] = own
    for name, own in found.items():
        table(name, own, options.tasks)
    for pair in options.pairs:
        one, _, two = pair.partition(",")
        difference((one, two), found[one], found[two])


if __name__ == "__main__":
    main()
