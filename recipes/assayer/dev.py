"""The reported sets as one list of judged passages.

`python -m recipes.assayer.dev --data DIR --out dev.xz`.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import lzma
from collections import Counter
from itertools import groupby
from pathlib import Path
from typing import Any

from recipes.assayer.corpus import in_training_half
from recipes.assayer.prepare import first_chunks
from recipes.records import records

SEARCHED = ("search_r1_nq", "search_r1_triviaqa", "search_r1_popqa", "wikiqa_dev", "wikiqa_test")


def gather(data: Path) -> list[dict[str, Any]]:
    """One record for each (question, passage): set, group, label, answers, has_answer."""
    rows: list[dict[str, Any]] = []
    for record in records(data / "spans/squad2_dev.jsonl.gz"):
        if not in_training_half(record["context"]):
            rows.append(_reading("squad2", record))
    rows += [_reading("clapnq", r) for r in records(data / "spans/clapnq_dev.jsonl.gz")]
    for name in SEARCHED:
        for record in records(data / f"retrieval/{name}.jsonl.gz"):
            rows += [_found(name, record, passage) for passage in record["passages"]]
    for record in records(data / "crag_popqa_odd.jsonl.gz"):
        rows += _knowledge(record)
    return rows


def _reading(name: str, record: dict[str, Any]) -> dict[str, Any]:
    return {
        "set": name, "group": record["id"], "question": record["question"],
        "title": record["meta"].get("title", "").replace("_", " "), "text": record["context"],
        "label": int(not record["unanswerable"]),
        "answers": [a["text"] for a in record["answers"]],
    }  # fmt: skip


def _found(name: str, record: dict[str, Any], passage: dict[str, Any]) -> dict[str, Any]:
    return {
        "set": name, "group": record["id"], "question": record["question"],
        "title": passage["title"], "text": passage["text"], "label": passage["label"],
        "has_answer": passage.get("has_answer"), "answers": record["answers"],
    }  # fmt: skip


def _knowledge(record: dict[str, Any]) -> list[dict[str, Any]]:
    """The CRAG authors' internal and external knowledge, cut into passages."""
    return [
        {
            "set": "crag_popqa", "group": record["index"], "side": side,
            "question": record["question"], "title": "", "text": text, "label": None,
            "answers": record["answers"], "prop": record["meta"]["prop"],
        }
        for side in ("internal", "external")
        for text in first_chunks(record[side] or "", 8, words=130) or [""]
    ]  # fmt: skip


def save(rows: list[dict[str, Any]], path: Path) -> None:
    """Write records to one compressed file."""
    with lzma.open(path, "wt", preset=1, encoding="utf-8") as file:
        json.dump(rows, file, ensure_ascii=False)


def load(path: Path, most: int | None = None) -> list[dict[str, Any]]:
    """The records of a file that `save` wrote; of each set some `most`, whole questions of it."""
    with lzma.open(path, "rt", encoding="utf-8") as file:
        rows: list[dict[str, Any]] = json.load(file)
    if most is None:
        return rows
    rows.sort(key=_by_chance)  # the rows of a question stay together, in their order
    room: Counter[str] = Counter({row["set"]: most for row in rows})
    kept = []
    for _, group in groupby(rows, key=_by_chance):
        some = list(group)
        room[some[0]["set"]] -= len(some)
        if room[some[0]["set"]] >= 0:
            kept += some
    return kept


def _by_chance(row: dict[str, Any]) -> bytes:
    return hashlib.sha256(f"{row['set']} {row['group']}".encode()).digest()


def main() -> None:
    """Write the records and count them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    rows = gather(options.data)
    save(rows, options.out)
    print(Counter(row["set"] for row in rows))


if __name__ == "__main__":
    main()
