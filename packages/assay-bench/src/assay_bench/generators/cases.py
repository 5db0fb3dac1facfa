"""Questions with their evidence and right answers, read from gzipped JSON lines."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from assay.errors import InputError
from assay.types import Kind, Passage
from assay_bench.case import Case

# Both files beside each other under the data folder; the second is the one retrieval set.
DATASETS = {
    "popqa": "crag_popqa_odd.jsonl.gz",
    "nq": "retrieval/search_r1_nq.jsonl.gz",
}
# Every generator reads the same: no more of a text than a small model can take in.
MAX_TEXT = 1_500


def read_cases(data: Path, dataset: str, limit: int | None = None) -> list[Case]:
    """The cases of a dataset; with a limit, so many of them, drawn by lot but always the same."""
    path = data / DATASETS[dataset]
    if not path.is_file():
        raise InputError(f"there is no file {path}", hint="check --data")
    cases = [_case(row, number) for number, row in enumerate(_rows(path))]
    random.Random(0).shuffle(cases)
    return cases[:limit]


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def _case(row: dict[str, Any], number: int) -> Case:
    given = row.get("passages") or [
        {"title": "", "text": row.get(kind) or "", "kind": kind} for kind in Kind
    ]
    passages = [
        Passage(
            id=f"{number}.{at}",
            text=each["text"][:MAX_TEXT],
            title=each.get("title") or "",
            source=f"{number}.{at}",
            kind=Kind(each.get("kind", Kind.INTERNAL)),
        )
        for at, each in enumerate(given)
        if each["text"].strip()
    ]
    return Case(
        str(row.get("id", number)),
        row["question"],
        tuple(row["answers"]),
        internal=tuple(passages),  # what a web search found is among them, and says so by its kind
    )
