"""BEIR's folder: queries.jsonl, corpus.jsonl and qrels/test.tsv."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

from assay.errors import InputError
from assay_bench.case import Case
from assay_bench.tasks.form import Folder
from assay_bench.tasks.layout import row_id
from assay_bench.tasks.rows import Row, read_rows

SPLITS = ("test", "dev", "train")


def beir_folder(folder: Path) -> Folder | None:
    """The queries that somebody judged, with the ids of their documents, and the corpus."""
    queries, corpus = _one(folder, "queries.jsonl"), _one(folder, "corpus.jsonl")
    if queries is None:
        return None
    if corpus is None:
        raise InputError(f"{folder} has no corpus.jsonl", hint="check --data")
    judged = _judgments(folder)
    asked = {row_id(row): row for row in read_rows(queries)}
    if missing := next((each for each in judged if each not in asked), None):
        raise InputError(f"qrels of {folder} name the query '{missing}', which queries.jsonl lacks")
    cases = (Case(id, asked[id].text("text"), relevant=grades) for id, grades in judged.items())
    return Folder(tuple(cases), corpus)


def _judgments(folder: Path) -> dict[str, dict[str, int]]:
    found = next((p for split in SPLITS if (p := _one(folder, f"qrels/{split}.tsv"))), None)
    if found is None:
        raise InputError(f"{folder} has none of qrels/{{{','.join(SPLITS)}}}.tsv")
    judged: dict[str, dict[str, int]] = defaultdict(dict)
    for row in read_rows(found):
        judged[row.text("query-id")][row.text("corpus-id")] = _grade(row)
    return judged


def _grade(row: Row) -> int:
    try:
        return int(row.text("score"))
    except ValueError as error:
        raise row.wrong(f"the score {row.values['score']!r:.20} is not a whole number") from error


def _one(folder: Path, name: str) -> Path | None:
    return next((p for end in ("", ".gz") if (p := folder / (name + end)).is_file()), None)
