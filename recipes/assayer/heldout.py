"""Held-out searches to calibrate on, for questions of the half that is never trained on.

`python -m recipes.assayer.heldout --data DIR --out heldout.xz`
"""

from __future__ import annotations

import argparse
import random
import re
import sqlite3
from collections import Counter
from pathlib import Path
from typing import Any

from recipes.assayer import dev
from recipes.assayer.corpus import find_answer, in_training_half
from recipes.assayer.reported import Reported
from recipes.records import records

SETS = {"nq_heldout": "nq_open_dev", "trivia_heldout": "triviaqa_test"}
STOP = {
    "a", "an", "and", "are", "at", "by", "did", "do", "does", "for", "from", "how", "in", "is",
    "it", "of", "on", "or", "the", "to", "was", "were", "what", "when", "where", "which", "who",
    "whom", "why", "with",
}  # fmt: skip


def full_text(data: Path) -> sqlite3.Connection:
    """The passages of the pool in a full-text index in memory."""
    index = sqlite3.connect(":memory:")
    index.execute("create virtual table pool using fts5(title, text, tokenize='porter')")
    rows = records(data / "passages/wiki_pool.jsonl.gz")
    index.executemany("insert into pool values (?, ?)", ((r["title"], r["text"]) for r in rows))
    return index


def search(index: sqlite3.Connection, question: str, most: int) -> list[tuple[str, str]]:
    """The best passages for the words of a question."""
    words = [w for w in re.findall(r"\w+", question.lower()) if w not in STOP]
    query = " OR ".join(f'"{word}"' for word in words)
    if not query:
        return []
    order = "select title, text from pool where pool match ? order by rank limit ?"
    return index.execute(order, (query, most)).fetchall()


def gather(data: Path, questions: int, most: int) -> list[dict[str, Any]]:
    """Records like those of `dev.py`, labelled by whether the answer stands in the passage."""
    reported, index = Reported(data), full_text(data)
    rows: list[dict[str, Any]] = []
    for name, file in SETS.items():
        asked = [
            record
            for record in records(data / f"questions/{file}.jsonl.gz")
            if not in_training_half(record["question"])
            and not reported.holds_question(record["question"])
        ]
        for record in random.Random(8).sample(asked, questions):
            found = search(index, record["question"], most)
            rows += [_labelled(name, record, title, text) for title, text in found]
    return rows


def _labelled(name: str, record: dict[str, Any], title: str, text: str) -> dict[str, Any]:
    has = find_answer(record["answers"], text) is not None
    return {
        "set": name, "group": record["id"], "question": record["question"], "title": title,
        "text": text, "label": int(has), "has_answer": has, "answers": record["answers"],
    }  # fmt: skip


def main() -> None:
    """Write the records and count them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--questions", type=int, default=350)
    parser.add_argument("--passages", type=int, default=3)
    options = parser.parse_args()
    rows = gather(options.data, options.questions, options.passages)
    dev.save(rows, options.out)
    print(Counter((row["set"], row["label"]) for row in rows))


if __name__ == "__main__":
    main()
