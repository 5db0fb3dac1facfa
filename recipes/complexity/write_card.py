"""The card of the complexity classifier: checksum and figures for programs, a page for people."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path

from assay_strategies.embedding_classifier import CLASSES, WEIGHTS

CARD = """\
name = "complexity"
version = "1"
task = "question complexity: none, single, multi"
licence = "Apache-2.0"
recipe = "recipes/complexity"
embedder = "{embedder}"
dimension = {dimension}

[files]
"{file}" = "{digest}"

# measured by recipes/complexity/train.py on questions that were neither trained nor chosen on
[check]
{figures}
"""
PAGE = """\
# The complexity classifier

Says how much retrieval a question needs: none, one step, or several (Adaptive-RAG). A softmax
regression over the vector of the question, {dimension} numbers in and three out; it fits only the
embedder it was trained on.

- **Labels** by the simplest way that answers rightly, as in the paper: `none` where a language
  model answered from memory, `single` where the reader answered from the passages that the question
  comes with, else what the set's makers had in mind. {labels}.
- **Data**: training files of PopQA, WebQuestions, WikiQA, 2WikiMultihopQA, HotpotQA and MuSiQue.
- **Language**: English.
- **Recipe**: `recipes/complexity/`.
{warning}
Measured on {test_questions} questions that were neither trained nor chosen on; always saying the
commonest class would be right for {commonest_class}:

| | |
|---|---|
| accuracy | {accuracy} |
| mean over the classes | {balanced_accuracy} |

| label | said none | said single | said multi |
|---|---|---|---|
{table}

Much of what it tells apart is the style of the sets: multi-hop questions written for a data set
read differently from those that people type. On other questions it will do worse.
"""
NO_MEMORY = """
**This version never says `none`**: it was trained without answers from memory (see docs/log.md).
"""


def write_card(
    folder: Path,
    *,
    embedder: str,
    dimension: int,
    figures: Mapping[str, float],
    counts: Sequence[int],
    table: Sequence[Sequence[int]],
) -> None:
    """Write card.toml and CARD.md beside the weights."""
    digest = hashlib.sha256((folder / WEIGHTS).read_bytes()).hexdigest()
    lines = "\n".join(f"{name} = {value}" for name, value in figures.items())
    card = CARD.format(
        embedder=embedder, dimension=dimension, file=WEIGHTS, digest=digest, figures=lines
    )
    (folder / "card.toml").write_text(card, encoding="utf-8")
    named = list(zip(CLASSES, counts, strict=True))
    page = PAGE.format(
        dimension=dimension,
        labels="Labels: " + ", ".join(f"{count} {each.value}" for each, count in named),
        warning="" if counts[0] else NO_MEMORY,
        table="\n".join(
            f"| {each.value} | {' | '.join(map(str, row))} |"
            for each, row in zip(CLASSES, table, strict=True)
        ),
        **figures,
    )
    (folder / "CARD.md").write_text(page, encoding="utf-8")
