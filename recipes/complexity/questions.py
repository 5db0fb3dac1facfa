"""The questions that the classifier learns from, all of them from training files.

`python -m recipes.complexity.questions --data DATA --out questions.jsonl` writes them without
answers, for whoever
asks a language model to answer them from memory (see README.md).
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from recipes.records import records

SEED = 7


@dataclass(frozen=True, slots=True)
class Source:
    """One training file: how many questions of it, and how many steps its makers had in mind."""

    file: str
    most: int
    several_steps: bool


SOURCES = (
    Source("retrieval/popqa_hippo1k", 692, several_steps=False),
    Source("questions/popqa_train", 500, several_steps=False),
    Source("questions/webquestions_train", 700, several_steps=False),
    Source("retrieval/wikiqa_train", 500, several_steps=False),
    Source("retrieval/2wiki_train500", 500, several_steps=True),
    Source("retrieval/hotpotqa_train100", 98, several_steps=True),
    Source("retrieval/musique_train100", 100, several_steps=True),
)


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with its right answers, and the passages it comes with, if any."""

    id: str
    question: str
    answers: tuple[str, ...]
    passages: tuple[tuple[str, str], ...]
    file: str
    several_steps: bool


def questions(data: Path) -> list[Asked]:
    """The questions of every source, each question once, in an order that never changes."""
    seen: set[str] = set()
    chosen: list[Asked] = []
    for source in SOURCES:
        rows = [asked for asked in _read(data, source) if asked.answers]
        random.Random(SEED).shuffle(rows)
        fresh = [asked for asked in rows if asked.question.casefold() not in seen]
        once = list({asked.question.casefold(): asked for asked in fresh}.values())[: source.most]
        seen.update(asked.question.casefold() for asked in once)
        chosen += once
    return chosen


def _read(data: Path, source: Source) -> Iterator[Asked]:
    for row in records(data / f"{source.file}.jsonl.gz"):
        passages = tuple((p["title"], p["text"]) for p in row.get("passages", ()))
        answers = tuple(row["answers"])
        yield Asked(
            row["id"], row["question"], answers, passages, source.file, source.several_steps
        )


def main() -> None:
    """Write the questions alone, one to a line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    with args.out.open("w", encoding="utf-8") as file:
        for asked in questions(args.data):
            file.write(json.dumps({"id": asked.id, "question": asked.question}) + "\n")


if __name__ == "__main__":
    main()
