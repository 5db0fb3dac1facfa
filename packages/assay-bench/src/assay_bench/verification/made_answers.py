"""Answers made from passages, sentence by sentence, with markers that are right or shuffled."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assay.steps.correct.refine import whole
from assay.text.sentences import sentence_spans
from assay.types import Evidence, Passage
from assay_bench.verification.lines import read_lines

FILES = ("retrieval/hotpotqa_dev200.jsonl.gz", "retrieval/2wiki_dev200.jsonl.gz")
REFERENCES = 5
SENTENCES = (2, 3, 4)
MIN_WORDS = 6


@dataclass(frozen=True, slots=True)
class MadeAnswer:
    """A question, five references, and a text whose markers are right unless `shuffled`."""

    question: str
    evidence: Evidence
    text: str
    sentences: int
    shuffled: bool


def made_answers(
    data: Path, limit: int | None, seed: int = 0, sentences: tuple[int, ...] = SENTENCES
) -> Iterator[MadeAnswer]:
    """One answer for each question that has references enough; every other one is shuffled."""
    chance = random.Random(seed)
    rows = [row for file in FILES for row in read_lines(data / file)]
    made = 0
    for row in rows:
        if limit is not None and made >= limit:
            return
        answer = _answer(row, chance, chance.choice(sentences), shuffled=made % 2 == 1)
        if answer is not None:
            made += 1
            yield answer


def _answer(
    row: dict[str, Any], chance: random.Random, count: int, shuffled: bool
) -> MadeAnswer | None:
    ranked = sorted(row["passages"], key=lambda p: p["label"] != 1)[:REFERENCES]
    chance.shuffle(ranked)
    passages = [
        Passage(f"{row['id']}-{n}", p["text"], p["title"], document=p["title"])
        for n, p in enumerate(ranked)
    ]
    usable = [(n, s) for n, p in enumerate(passages, 1) if (s := _sentences(p.text))]
    if len(usable) < count:
        return None
    chosen = [(n, chance.choice(said)) for n, said in chance.sample(usable, count)]
    markers = [n for n, _ in chosen]
    if shuffled:  # turned by one, so that none stays where it was
        markers = markers[1:] + markers[:1]
    text = " ".join(
        f"{said.rstrip('.')} [{n}]." for n, (_, said) in zip(markers, chosen, strict=True)
    )
    evidence = Evidence(tuple(whole(passage) for passage in passages))
    return MadeAnswer(row["question"], evidence, text, count, shuffled)


def _sentences(text: str) -> list[str]:
    found = [text[start:end] for start, end in sentence_spans(text)]
    return [s for s in found if len(s.split()) >= MIN_WORDS and s.endswith(".")]
