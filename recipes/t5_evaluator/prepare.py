"""Pairs of question and passage, labelled by title as the CRAG authors do.

`python -m recipes.t5_evaluator.prepare --data DATA --out labels.jsonl [--index INDEX]`

A passage is good when its title is the golden Wikipedia title of the question, and bad otherwise:
the other passages that were retrieved for it. Questions of the evaluation are left out. With
`--index`, ten passages are retrieved for questions that bring none.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assay.config import Settings
from assay.ports import Retriever
from assay.wiring import build_retriever
from recipes.records import records

QUESTIONS = "questions/popqa_train.jsonl.gz"
RETRIEVED = "retrieval/popqa_hippo1k.jsonl.gz"
EVALUATION = ("crag_popqa_odd.jsonl.gz", "retrieval/search_r1_popqa.jsonl.gz")
SECTION = " - "  # between the title of a page and the heading of one of its parts


@dataclass(frozen=True, slots=True)
class Page:
    """A retrieved passage: the title of its page, and its text."""

    title: str
    text: str


def same_title(title: str, golden: str) -> bool:
    """True for the golden page itself, whatever part of it a passage is from."""
    return title.partition(SECTION)[0].strip().casefold() == golden.strip().casefold()


def labelled(question: str, golden: str, pages: Iterable[Page]) -> dict[str, Any] | None:
    """One line of labels, or nothing where no page, or every page, is the golden one."""
    passages = [
        {"title": page.title, "text": page.text, "label": int(same_title(page.title, golden))}
        for page in pages
        if page.text.strip()
    ]
    marks = {each["label"] for each in passages}
    return {"question": question, "passages": passages} if marks == {0, 1} else None


def lines(data: Path, retriever: Retriever | None) -> Iterator[dict[str, Any]]:
    """Every question that can be labelled, those of the evaluation left out."""
    reserved = {r["question"].casefold() for f in EVALUATION for r in rows(data / f)}
    brought = {
        row["question"].casefold(): [Page(p["title"], p["text"]) for p in row["passages"]]
        for row in rows(data / RETRIEVED)
    }
    for row in rows(data / QUESTIONS):
        question, meta = row["question"], row.get("meta") or {}
        golden = meta.get("s_wiki_title") or meta.get("subj") or ""
        if not golden or question.casefold() in reserved:
            continue
        pages = brought.get(question.casefold(), [])
        if not pages and retriever is not None:
            pages = [Page(each.title, each.text) for each in retriever.retrieve(question)]
        made = labelled(question, golden, pages)
        if made is not None:
            yield made


def rows(path: Path) -> Iterator[dict[str, Any]]:
    """The lines of a gzipped file; none where it is missing."""
    if path.is_file():
        yield from records(path)


def main() -> None:
    """Write the labels and say how many there are."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--index", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    settings = Settings(index={"dir": args.index})
    retriever = build_retriever(settings) if args.index else None
    good = bad = 0
    with args.out.open("w", encoding="utf-8") as file:
        for line in lines(args.data, retriever):
            file.write(json.dumps(line) + "\n")
            good += sum(each["label"] for each in line["passages"])
            bad += sum(1 - each["label"] for each in line["passages"])
    print(f"{good} good and {bad} bad passages in {args.out}")


if __name__ == "__main__":
    main()
