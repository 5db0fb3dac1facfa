"""Questions that compare two things: what is said of either one answers, the rest does not."""

from __future__ import annotations

import random
from collections.abc import Iterator

from recipes.assayer.corpus import NO_ANSWER, UNKNOWN, Pair, Tables
from recipes.assayer.swaps import shape, subject_of

FORMS = (
    "What is the difference between {} and {}?", "How does {} differ from {}?", "{} vs {}",
    "How do {} and {} compare?", "When do I use {} and when {}?", "Should I use {} or {}?",
    "{} or {}, which one?", "What do {} and {} do?", "compare {} with {}",
)  # fmt: skip
ABOUT = 60  # characters at the start of a text, in which it names what it is about
NEIGHBOURS = 40  # questions written one after the other are mostly about one manual
OTHERS = 2  # near passages that name neither


def compared_pairs(
    tables: Tables, near: dict[int, list[int]], written: list[Pair], most: int
) -> list[Pair]:
    """At most so many comparisons, each with the passage of either side and some of neither."""
    chance, pairs = random.Random(21), []
    named = sorted(_named(tables, written), key=lambda each: each[0].question)
    chance_of_each = min(1.0, most / max(1, len(named)))
    for at, (pair, name) in enumerate(named):
        if chance.random() > chance_of_each:
            continue
        others = [
            (each, other)
            for each, other in named[at + 1 : at + NEIGHBOURS]
            if shape(other) == shape(name)
            and not _same(other, name)
            and each.passage != pair.passage
        ]
        if not others:
            continue
        side, other = chance.choice(others)
        asked = tables.question(chance.choice(FORMS).format(name, other))
        pairs += [_about(asked, each.passage) for each in (pair, side)]
        found = [*near.get(pair.question, ()), *near.get(side.question, ())]
        neither = [p for p in found if not _names(tables, p, name, other)]
        for passage in chance.sample(neither, min(OTHERS, len(neither))):
            pairs.append(Pair(asked, passage, 0.0, NO_ANSWER, NO_ANSWER, "compared", 0.5))
    return pairs


def _named(tables: Tables, written: list[Pair]) -> Iterator[tuple[Pair, str]]:
    """The pairs whose passage is about what the question names, with that name."""
    for pair in written:
        title, text = tables.passages[pair.passage]
        name = subject_of(tables.questions[pair.question], title, text)
        if pair.start >= 0 and name and (name in title or name in text[:ABOUT]):
            yield pair, name


def _about(asked: int, passage: int) -> Pair:
    return Pair(asked, passage, 1.0, UNKNOWN, UNKNOWN, "compared", 0.5)


def _same(one: str, other: str) -> bool:
    return one.lower() in other.lower() or other.lower() in one.lower()


def _names(tables: Tables, passage: int, *names: str) -> bool:
    told = " ".join(tables.passages[passage]).lower()
    return any(name.lower() in told for name in names)
