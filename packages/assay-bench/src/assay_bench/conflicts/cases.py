"""Questions with good passages and planted ones that repeat a false answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assay.errors import InputError
from assay.types import Passage
from assay_bench.verification.lines import read_lines

POISONED = "robustness/poisonedrag_hotpot.jsonl.gz"
HOTPOT = "retrieval/hotpot500.jsonl.gz"
NOISER = ("bamboogle", "tempqa")
# A text that is there once is planted under so many names.
COPIES = 5
# Passages on the subject beside those that answer.
BESIDE = 3
PLANTED = "planted"


@dataclass(frozen=True, slots=True)
class PlantedCase:
    """A question, the right answers and the false one, and the passages that say so."""

    id: str
    group: str
    question: str
    right: tuple[str, ...]
    false: str
    good: tuple[Passage, ...]
    planted: tuple[Passage, ...]


def read_cases(data: Path, limit: int | None = None) -> list[PlantedCase]:
    """The cases of every file that is there, at most `limit` of each."""
    cases: list[PlantedCase] = []
    if (data / POISONED).is_file() and (data / HOTPOT).is_file():
        cases += list(_poisoned(data))[:limit]
    for name in NOISER:
        path = data / f"robustness/noiserbench_{name}.jsonl.gz"
        if path.is_file():
            cases += [_counterfactual(name, row) for row in read_lines(path)][:limit]
    if not cases:
        raise InputError(
            f"{data} holds none of the files that are needed",
            hint=f"it needs {POISONED} with {HOTPOT}, or robustness/noiserbench_*.jsonl.gz",
        )
    return cases


def _poisoned(data: Path) -> Iterator[PlantedCase]:
    """PoisonedRAG gives no good passages; HotpotQA's own, with some beside them, are taken."""
    known = {_plain(row["question"]): row["passages"] for row in read_lines(data / HOTPOT)}
    for row in read_lines(data / POISONED):
        passages = known.get(_plain(row["question"]))
        if passages is None:
            continue
        gold = [each for each in passages if each["label"] == 1]
        beside = [each for each in passages if each["label"] != 1][:BESIDE]
        yield PlantedCase(
            id=f"poisonedrag {row['id']}",
            group="PoisonedRAG, HotpotQA",
            question=row["question"],
            right=(row["correct_answer"],),
            false=row["incorrect_answer"],
            good=_passages("good", gold + beside),
            planted=_passages(PLANTED, [{"text": text} for text in row["adv_texts"]]),
        )


def _counterfactual(name: str, row: dict[str, Any]) -> PlantedCase:
    beside = row["supportive_noise"][:BESIDE]
    return PlantedCase(
        id=f"{name} {row['id']}",
        group=f"NoiserBench, {name}",
        question=row["question"],
        right=tuple(row["gold_answers"]),
        false=row["counterfactual_answer"],
        good=_passages("good", [{"text": row["gold_text"]}, *beside]),
        planted=_passages(PLANTED, [{"text": row["counterfactual_noise"]}] * COPIES),
    )


def _passages(name: str, rows: list[dict[str, Any]]) -> tuple[Passage, ...]:
    return tuple(
        Passage(
            id=f"{name} {n}",
            text=row["text"],
            title=row.get("title") or "",
            source=f"{name} {n}",
            document=f"{name} {n}",
        )
        for n, row in enumerate(rows, 1)
    )


def _plain(question: str) -> str:
    return " ".join(question.casefold().split())
