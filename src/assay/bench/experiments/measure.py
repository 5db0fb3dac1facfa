"""What is read off a record: one figure for each question and system."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assay.bench.case import Case
from assay.bench.metrics.text_match import matches
from assay.bench.record import Record
from assay.bench.verified import verified_metrics
from assay.build import build_stance_scorer
from assay.config import Settings

Reader = Callable[[Case, Record], float | None]
PERCENT, PLAIN = 100.0, 1.0
FACTS = "factscore.jsonl"


@dataclass(frozen=True, slots=True)
class Measure:
    """A figure by name; `open` gives what reads it, `unit` is what a figure of 1 is shown as."""

    name: str
    open: Callable[[Settings, Path], Reader]
    unit: float = PERCENT


def plainly(read: Reader) -> Callable[[Settings, Path], Reader]:
    """What opens a figure that needs nothing but the record."""
    return lambda settings, folder: read


def _right(case: Case, record: Record) -> float | None:
    return None if record.correct is None else float(record.correct)


def _holds(case: Case, record: Record) -> float | None:
    """Whether a right answer stands in what the answer was made from."""
    if not case.answers:
        return None
    return float(
        any(matches(f"{each['title']}\n{each['text']}", case.answers) for each in _evidence(record))
    )


def _judged(case: Case, record: Record) -> float | None:
    """Whether the verifier was right about its own system's answer."""
    check = record.answer.get("check")
    if check is None or record.correct is None:
        return None
    return float(bool(check["judgment"]) == record.correct)


def _evidence(record: Record) -> list[Mapping[str, Any]]:
    return list(record.answer["evidence"])


def _factscore(settings: Settings, folder: Path) -> Reader:
    """FactScore by the trained verifier against the passages given; remembered in the folder."""
    scorer = build_stance_scorer(settings)
    place = folder / FACTS
    lines = place.read_text("utf-8").split("\n")[:-1] if place.is_file() else []
    known: dict[tuple[str, str], float | None] = {
        (row[0], row[1]): row[2] for row in map(json.loads, lines)
    }
    place.write_text("".join(line + "\n" for line in lines), "utf-8")  # without a torn last line

    def read(case: Case, record: Record) -> float | None:
        key = (case.id, record.strategy)
        if key not in known:
            # As published, the mean is over what was answered; a refusal has no figure.
            known[key] = verified_metrics(case, record.answer, scorer).get("factscore")
            with place.open("a", encoding="utf-8") as stream:
                stream.write(json.dumps([*key, known[key]]) + "\n")
        return known[key]

    return read


ACCURACY = Measure("accuracy", plainly(_right))
RETRIEVAL = Measure("retrieval accuracy", plainly(_holds))
JUDGMENT = Measure("judgment accuracy", plainly(_judged))
FACTSCORE = Measure("FactScore", _factscore)
SECONDS = Measure("seconds", plainly(lambda case, record: record.seconds), PLAIN)
