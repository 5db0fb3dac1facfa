"""Questions with the passages that answer them, and the manuals kept back to measure on."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from pathlib import Path

from recipes.records import records

FILES = ("written/technical.jsonl.gz", "written/wikipedia.jsonl.gz")
KINDS = ("factual", "practical", "keywords")
HELD_OUT = ("bash-doc", "debian-reference-en", "gnome-user-docs", "mutt", "postgresql-doc-15")
"""Manuals on which the table is measured: nothing of them is trained on."""
WIKIPEDIA_GROUPS = 50


@dataclass(slots=True)
class Pairs:
    """Passages, and questions that each belong to one of them; `group` is the passage's manual."""

    passages: list[str] = field(default_factory=list)
    groups: list[str] = field(default_factory=list)
    questions: list[str] = field(default_factory=list)
    gold: list[int] = field(default_factory=list)

    def add(self, group: str, passage: str, questions: list[str]) -> None:
        """One passage with its questions."""
        self.gold += [len(self.passages)] * len(questions)
        self.questions += questions
        self.passages.append(passage)
        self.groups.append(group)


def questions(data: Path, seed: int = 0) -> tuple[Pairs, Pairs]:
    """What is trained on, and what is measured on."""
    train, held_out = Pairs(), Pairs()
    lot = random.Random(seed)
    for name in FILES:
        for row in records(data / name):
            asked = [each["question"] for each in row["questions"] if each["kind"] in KINDS]
            passage = f"{row['title']}\n{row['text']}"
            if row["source"] in HELD_OUT:
                held_out.add(row["source"], passage, asked)
            else:
                # The source of Wikipedia passages is one file: deal them into groups by lot.
                wiki = "wikipedia" in name
                group = f"wikipedia {lot.randrange(WIKIPEDIA_GROUPS)}" if wiki else row["source"]
                train.add(group, passage, asked)
    return train, held_out
