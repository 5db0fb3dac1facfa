"""Labels by the simplest way that answers a question rightly (Adaptive-RAG, section 3.2).

`python -m recipes.complexity.label --data DATA --out labels.jsonl [--closed-book answers.jsonl]`

1. none: a language model answered it from memory (`--closed-book`: lines of `id` and `text`);
2. single: the reader answers it from the passages it comes with, all read at once;
3. otherwise what its makers had in mind: several steps for the multi-hop sets, else one.
"""

from __future__ import annotations

import argparse
import json
import re
import string
from collections import Counter
from pathlib import Path

from assay.config import Settings
from assay.reader.span_reader import SpanReader
from assay.steps.correct.refine import whole
from assay.types import Complexity, Evidence, Passage
from assay.wiring import build_assayer
from recipes.complexity.questions import Asked, questions

MAX_PASSAGES = 10
_PUNCTUATION = str.maketrans("", "", string.punctuation)


def normalised(text: str) -> str:
    """Lower case, no articles, no punctuation, single spaces."""
    return " ".join(re.sub(r"\b(a|an|the)\b", " ", text.lower().translate(_PUNCTUATION)).split())


def is_right(text: str, answers: tuple[str, ...]) -> bool:
    """True when an answer stands in the text as whole words, case and punctuation aside."""
    said = f" {normalised(text)} "
    return any(f" {normalised(answer)} " in said for answer in answers if normalised(answer))


def label(asked: Asked, recalled: str, reader: SpanReader) -> tuple[Complexity, str]:
    """The label of a question and which of the three rules gave it."""
    if is_right(recalled, asked.answers):
        return Complexity.NONE, "memory"
    if not asked.several_steps:
        # Whether the reader is right or not, one step is the label: there is nothing to read for.
        return Complexity.SINGLE, "set"
    if is_right(_read(asked, reader), asked.answers):
        return Complexity.SINGLE, "reader"
    return Complexity.MULTI, "set"


def _read(asked: Asked, reader: SpanReader) -> str:
    passages = [
        Passage(f"{asked.id}-{n}", text, title=title)
        for n, (title, text) in enumerate(asked.passages[:MAX_PASSAGES])
    ]
    evidence = Evidence(tuple(whole(passage) for passage in passages))
    return reader.generate(asked.question, evidence).text or ""


def recalled_answers(file: Path | None) -> dict[str, str]:
    """What a language model said from memory, by question id; empty without a file."""
    if file is None:
        return {}
    lines = file.read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in lines if line.strip()]
    return {str(row["id"]): str(row.get("text") or "") for row in rows}


def main() -> None:
    """Write one line for each question: id, question, label, rule, file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--closed-book", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    recalled = recalled_answers(args.closed_book)
    reader = SpanReader(build_assayer(Settings()))
    counts: Counter[str] = Counter()
    with args.out.open("w", encoding="utf-8") as file:
        for asked in questions(args.data):
            found, rule = label(asked, recalled.get(asked.id, ""), reader)
            row = {"id": asked.id, "question": asked.question, "label": found.value, "rule": rule}
            file.write(json.dumps({**row, "file": asked.file}) + "\n")
            counts[f"{asked.file} {found.value} {rule}"] += 1
    for name, count in sorted(counts.items()):
        print(f"{count:6} {name}")


if __name__ == "__main__":
    main()
