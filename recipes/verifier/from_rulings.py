"""Examples from sentences that rule something in or out: the question, and both answers to it."""

from __future__ import annotations

import random
from collections.abc import Iterator

from recipes.assayer.yes_no import as_yes_no
from recipes.verifier.examples import CONTRADICTED, SUPPORTED, Example, sentences
from recipes.verifier.flips import both


def ruling_examples(
    passages: list[tuple[str, str]], rng: random.Random, most: int
) -> Iterator[Example]:
    """About `most` examples from titles and texts, one question of a passage."""
    made = 0
    for title, text in rng.sample(passages, len(passages)):
        for sentence in rng.sample(parts := sentences(text)[:12], len(parts)):
            pair = both(sentence)
            question = as_yes_no(pair[0]) if pair else None
            if pair and question:
                head = title if rng.random() < 0.8 else ""
                yield from answered(question, head, *pair, "ruling")
                made += 4
                break
        if made >= most:
            return


def answered(question: str, title: str, says: str, denies: str, origin: str) -> Iterator[Example]:
    """Yes and no by the sentence that says so and by the one that denies it."""
    for text, right in ((says, "Yes."), (denies, "No.")):
        for said in ("Yes.", "No."):
            label = SUPPORTED if said == right else CONTRADICTED
            yield Example(f"{question} {said}", title, text, label, origin)
