"""Pairs of everyday questions and ordinary documents, for a language model to judge.

`python -m recipes.assayer.everyday --data DIR --tables tables.xz --out everyday.xz`

Every written question meets its own passage and the passages that a search of the same source would
find for it; where its answer is known word for word it also meets the sentence that holds it, alone
and without a heading. No pair has a label of its own: `odds.py` asks a language model.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from assay.adapters.embedders.static_embedder import StaticEmbedder
from assay.text.sentences import sentence_spans
from recipes.assayer.corpus import UNKNOWN, Pair, Tables, load
from recipes.records import records

GUESS = 0.5  # a relevance that nobody knows yet
# Neighbours taken of each question, and from how many of the nearest passages.
NEAR, AMONG = {"ordinary": 5, "technical": 1, "wikipedia": 1}, 12
SHARE = {"ordinary": 1.0, "technical": 0.8, "wikipedia": 0.4}  # of the questions
TEXTBOOKS, KEPT_TEXTBOOKS = "openstax/", 0.5
MIN_GROUP = 20  # passages of a source, or else the whole domain is searched


def main() -> None:
    """Write the tables with all pairs that are to be judged."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--tables", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    tables = load(options.tables)
    draw = random.Random(7)
    for kind in NEAR:
        rows = list(records(options.data / f"written/{kind}.jsonl.gz"))
        pairs = list(_pairs(tables, rows, kind, draw))
        print(f"{kind}: {len(rows)} passages, {len(pairs)} pairs", flush=True)
        tables.pairs += pairs
    compact(tables).save(options.out)


def compact(tables: Tables) -> Tables:
    """The same pairs, with no text that none of them needs."""
    small = Tables()
    for pair in tables.pairs:
        question = small.question(tables.questions[pair.question])
        passage = small.passage(*tables.passages[pair.passage])
        small.pairs.append(replace(pair, question=question, passage=passage))
    return small


def _pairs(
    tables: Tables, rows: list[dict[str, Any]], kind: str, draw: random.Random
) -> Iterator[Pair]:
    asked: list[tuple[int, dict[str, Any]]] = []
    for number, row in enumerate(rows):
        kept = KEPT_TEXTBOOKS if row["source"].startswith(TEXTBOOKS) else SHARE[kind]
        asked += [(number, q) for q in row["questions"] if draw.random() < kept]
    near = neighbours(rows, [(number, q["question"]) for number, q in asked])
    for (number, question), found in zip(asked, near, strict=True):
        at = tables.question(question["question"])
        row = rows[number]
        span = (question.get("start", UNKNOWN), question.get("end", UNKNOWN))
        own = tables.passage(context(row), row["text"])
        yield Pair(at, own, GUESS, *span, f"{kind}-own", 0.0)
        others = [place for place in found if place != number]
        for place in draw.sample(others, min(NEAR[kind], len(others))):
            other = tables.passage(context(rows[place]), rows[place]["text"])
            yield Pair(at, other, GUESS, UNKNOWN, UNKNOWN, f"{kind}-near", 0.0)
        if kind == "ordinary" and span[0] >= 0:
            yield from _sentences(tables, at, row["text"], span, draw)


def _sentences(
    tables: Tables, at: int, text: str, span: tuple[int, int], draw: random.Random
) -> Iterator[Pair]:
    """The sentence that holds the answer as a passage of its own, and now and then another one."""
    spans = sentence_spans(text)
    for start, end in spans:
        if start <= span[0] and span[1] <= end:
            alone = tables.passage("", text[start:end])
            yield Pair(at, alone, GUESS, span[0] - start, span[1] - start, "sentence-own", 0.0)
    others = [each for each in spans if not each[0] <= span[0] < each[1]]
    if others and draw.random() < 0.5:
        start, end = draw.choice(others)
        alone = tables.passage("", text[start:end])
        yield Pair(at, alone, GUESS, UNKNOWN, UNKNOWN, "sentence-near", 0.0)


def context(row: dict[str, Any]) -> str:
    """What a passage stands under, as the tool puts it: the nearest heading first."""
    headings = [part.strip() for part in row.get("heading", "").split(">") if part.strip()]
    return " \u00b7 ".join(dict.fromkeys([*reversed(headings), row["title"]]))


def neighbours(rows: list[dict[str, Any]], asked: list[tuple[int, str]]) -> list[list[int]]:
    """The passages of the same source that lie nearest to each question, nearest first."""
    embedder = StaticEmbedder()
    texts = [f"{context(row)} {row['text']}"[:1500] for row in rows]
    vectors = np.asarray(embedder.embed(texts), np.float32)
    wanted = np.asarray(embedder.embed([question for _, question in asked]), np.float32)
    group_of, members = _groups(rows)
    questions_of: dict[str, list[int]] = defaultdict(list)
    for place, (number, _) in enumerate(asked):
        questions_of[group_of[number]].append(place)
    found: list[list[int]] = [[] for _ in asked]
    for group, places in questions_of.items():
        inside = np.array(members[group])
        for first in range(0, len(places), 2000):
            some = places[first : first + 2000]
            alike = wanted[some] @ vectors[inside].T
            best = np.argsort(-alike, axis=1)[:, : AMONG + 1]
            for place, order in zip(some, best, strict=True):
                found[place] = inside[order].tolist()
    return found


def _groups(rows: list[dict[str, Any]]) -> tuple[list[str], dict[str, list[int]]]:
    """The source of each row (its domain where the source is small), and the rows of each."""
    sources = [row["source"].split(":")[0] for row in rows]
    sizes: dict[str, int] = defaultdict(int)
    for source in sources:
        sizes[source] += 1
    names = [
        source if sizes[source] >= MIN_GROUP else f"of {row.get('domain', '')}"
        for source, row in zip(sources, rows, strict=True)
    ]
    members: dict[str, list[int]] = defaultdict(list)
    for number, name in enumerate(names):
        members[name].append(number)
    return names, members


if __name__ == "__main__":
    main()
