"""Questions with the passage that answers beside near ones that do not: what is to be ranked."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable

from recipes.assayer.corpus import Open, Pair, Tables
from recipes.assayer.mine import label

TOGETHER = 8  # pairs of one question that are compared, the good one first
ENOUGH = 0.9  # relevance from which on a passage is a good one


def rivals(
    tables: Tables,
    near: dict[int, list[int]],
    known: dict[int, Open],
    good: Iterable[Pair],
    most: int,
) -> list[Pair]:
    """At most so many questions, each with its good passage and near ones without its answer.

    All passages of a question are entries, or none is: otherwise a short text would be a good one.
    """
    entries = entry_rows(tables)
    by_question: dict[int, list[Pair]] = defaultdict(list)
    for pair in good:
        if pair.relevance >= ENOUGH and pair.question in known and pair.question in near:
            by_question[pair.question].append(pair)
    chance = random.Random(17)
    questions = list(by_question)
    chance.shuffle(questions)
    found: list[Pair] = []
    for question in questions:
        if len(found) >= most * TOGETHER:
            break
        best = chance.choice(by_question[question])
        own = {pair.passage for pair in by_question[question]}
        short = best.passage in entries
        others = [p for p in near[question] if p not in own and (p in entries) == short]
        chance.shuffle(others)
        bad = _without_answer(tables, known[question], others)
        if len(bad) == TOGETHER - 1:
            found += [best, *bad]
    return found


def _without_answer(tables: Tables, asked: Open, passages: list[int]) -> list[Pair]:
    bad: list[Pair] = []
    for passage in passages:
        if len(bad) == TOGETHER - 1:
            break
        pair = label(tables, asked, passage)
        if pair.relevance == 0:
            bad.append(pair)
    return bad


def entry_rows(tables: Tables) -> set[int]:
    """The passages that are single entries."""
    whole = {p.passage for p in tables.pairs if p.origin.startswith(("written-", "unanswerable"))}
    made = {p.passage for p in tables.pairs if p.origin == "yesno"} - whole
    return made | {p.passage for p in tables.pairs if p.origin.startswith("entry-")}
