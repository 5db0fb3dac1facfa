"""Rows that teach a model to reflect: whether a passage is wanted, relevant, followed, of use.

`python -m recipes.reflective_lm.prepare --questions questions.jsonl.gz --out reflective.jsonl.xz`
reads what
recipes/lora/gather.py wrote. What the model must never learn to write, a wrong answer, stands in
the prompt; only the tokens that judge it are the target.
"""

from __future__ import annotations

import argparse
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from assay.config import load_settings
from assay.steps.answer.prompts import NO_ANSWER
from assay.text.sentences import sentence_spans
from assay.wiring import build_scorer
from assay_bench.training.answer_match import says
from assay_bench.training.candidates import gold_answer, holds_answer
from assay_bench.training.qa_items import Judged, QaItem, read_items
from assay_strategies.reflect.reflection_tokens import (
    FULLY,
    IRRELEVANT,
    NO_RETRIEVAL,
    PARTIALLY,
    RELEVANT,
    RETRIEVAL,
    UNSUPPORTED,
    UTILITY,
    reflective_prompt,
    reflective_target,
)
from recipes.lora.pack import is_dev, pack
from recipes.reflective_lm.small_tasks import requests

Row = dict[str, Any]
_MARKER = re.compile(r" ?\[\d+\]")
# Shares of the questions that get a row of the kind.
WRONG, BESIDE, PARTLY, IRRELEVANT_TOO, GATE, MEMORY = 0.45, 0.25, 0.35, 0.7, 0.2, 0.12
SURE = 0.8


def row(task: str, prompt: str, target: str, question: str) -> Row:
    """A line for the trainer."""
    dev = {"dev": True} if is_dev(question) else {}
    return {"task": task, "prompt": prompt, "target": target, **dev}


def without_markers(text: str) -> str:
    """An answer to one passage, which needs no number."""
    return _MARKER.sub("", text)


def some_sentence(text: str, chance: random.Random) -> str:
    """A sentence of a passage."""
    spans = sentence_spans(text) or [(0, len(text))]
    start, end = chance.choice(spans)
    return " ".join(text[start:end].split())


def about_relevant(
    item: QaItem, good: Judged, other: QaItem, chance: random.Random
) -> Iterator[Row]:
    """Rows with a passage that holds the answer: written from it, wrong, beside it, and in part."""
    answer = gold_answer(item, [good], chance)
    if answer is None:
        return
    answer, asked = without_markers(answer), item.question
    prompt = reflective_prompt(asked, good.passage)
    target = reflective_target(answer, relevance=RELEVANT, support=FULLY, utility=UTILITY[4])
    yield row("answer", prompt, target, asked)
    wrong = next((a for a in other.answers if not says(good.passage.text, [a])), None)
    if wrong and chance.random() < WRONG:
        said = answer.replace(next((a for a in item.answers if a in answer), answer), wrong)
        if not says(said, item.answers):
            yield row("judge", f"{prompt}{RELEVANT}{said}", UNSUPPORTED + UTILITY[0], asked)
    if chance.random() < BESIDE:
        said = some_sentence(good.passage.text, chance)
        level = UTILITY[4] if says(said, item.answers) else UTILITY[1]
        yield row("judge", f"{prompt}{RELEVANT}{said}", FULLY + level, asked)
    if wrong and chance.random() < PARTLY and other.passages:
        more = some_sentence(chance.choice(other.passages).passage.text, chance)
        said = f"{answer} {more}"
        yield row("judge", f"{prompt}{RELEVANT}{said}", PARTIALLY + UTILITY[3], asked)


def about_irrelevant(item: QaItem, bad: Judged, chance: random.Random) -> Iterator[Row]:
    """Rows with a passage that does not answer: nothing to say, or what should not be believed."""
    asked = item.question
    prompt = reflective_prompt(asked, bad.passage)
    target = reflective_target(
        NO_ANSWER, relevance=IRRELEVANT, support=UNSUPPORTED, utility=UTILITY[0]
    )
    yield row("answer", prompt, target, asked)
    if chance.random() < BESIDE:
        said = some_sentence(bad.passage.text, chance)
        yield row("judge", f"{prompt}{IRRELEVANT}{said}", FULLY + UTILITY[0], asked)
    elif item.answers and chance.random() < BESIDE:
        said = f"{item.answers[0]}."
        yield row("judge", f"{prompt}{IRRELEVANT}{said}", UNSUPPORTED + UTILITY[3], asked)


def without_passage(item: QaItem, other: QaItem, chance: random.Random) -> Iterator[Row]:
    """Rows without a passage: one is wanted; or, where it must not be, an answer from memory."""
    asked, prompt = item.question, reflective_prompt(item.question)
    if chance.random() < GATE:
        yield row("gate", prompt, RETRIEVAL, asked)
    if item.answers and chance.random() < MEMORY:
        yield row("memory", prompt + NO_RETRIEVAL, f"{item.answers[0]}.{UTILITY[4]}", asked)
        if other.answers and not says(other.answers[0], item.answers):
            said = f"{prompt}{NO_RETRIEVAL}{other.answers[0]}."
            yield row("judge", said, UTILITY[0], asked)


def in_doubt(items: list[QaItem], most: int) -> dict[tuple[str, str], bool]:
    """What the assayer says of passages that nobody judged, where it is sure."""
    pairs = [(i, p) for i in items for p in i.passages if p.answers is None][:most]
    scorer, said = build_scorer(load_settings(None, {})), {}
    for item, judged in pairs:
        score = scorer.score(item.question, [judged.passage])[0]
        if abs(score) >= SURE:
            said[item.id, judged.passage.id] = score > 0
    print(f"{len(pairs):,} passages in doubt, the assayer is sure of {len(said):,}")
    return said


def rows(items: list[QaItem], max_doubts: int, seed: int) -> Iterator[Row]:
    """The rows of all questions, and requests that need no passage."""
    chance, said = random.Random(seed), in_doubt(items, max_doubts)
    for item in items:
        other = items[chance.randrange(len(items))]
        judged = [
            replace(p, answers=said.get((item.id, p.passage.id), p.answers)) for p in item.passages
        ]
        good = [p for p in judged if holds_answer(item, p)]
        bad = [p for p in judged if p.answers is False and not says(p.passage.text, item.answers)]
        if good:
            yield from about_relevant(item, chance.choice(good), other, chance)
        if bad and chance.random() < IRRELEVANT_TOO:
            yield from about_irrelevant(item, chance.choice(bad), chance)
        yield from without_passage(item, other, chance)
    for asked, reply in requests(2_500, chance):
        target = reflective_target(reply, utility=UTILITY[4])
        yield row("gate", reflective_prompt(asked), target, asked)


def main() -> None:
    """Parse, make, pack, count."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--questions", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--doubts", type=int, default=3_000, help="passages for the assayer")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    items = list(read_items([options.questions]).items)
    counts = pack(rows(items, options.doubts, options.seed), options.out)
    print(dict(counts), f"{options.out.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
