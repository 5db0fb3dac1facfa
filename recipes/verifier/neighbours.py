"""Unrelated sentences before and after the deciding ones: the label stays what it was."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace

from recipes.verifier.examples import Example, sentences

MOST_WORDS = 150


def with_neighbours(
    examples: Iterable[Example], texts: list[str], rng: random.Random, share: float
) -> Iterator[Example]:
    """Every example, and for a share of those with short texts a copy among other sentences."""
    for each in examples:
        yield each
        room = MOST_WORDS - len(each.text.split())
        if room < 25 or rng.random() > share:
            continue
        before, after = [], []
        for _ in range(rng.choice([1, 1, 2])):
            parts = [s for s in sentences(rng.choice(texts)) if s not in each.text]
            start = rng.randrange(len(parts)) if parts else 0
            for part in parts[start : start + rng.randint(1, 3)]:
                room -= len(part.split())
                if room > 0:
                    (before if rng.random() < 0.6 else after).append(part)
        if before or after:
            text = " ".join([*before, each.text, *after])
            yield replace(each, text=text, origin=each.origin + "+near")
