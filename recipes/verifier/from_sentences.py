"""Examples from sentences of Wikipedia and of manuals: stated, changed, or missing in the text."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace

from recipes.verifier.edits import Pool, mentions, negated, swapped
from recipes.verifier.examples import ABSENT, CONTRADICTED, SUPPORTED, Example, sentences

_PRONOUN = re.compile(r"^(He|She|It|They|His|Her|Its|Their)\b")
_ASIDE = re.compile(r"\s*\([^()]{1,80}\)")
_TAIL = re.compile(
    r"(, (?:which|who|where|while|although|and|but|with|including|such as)\b.*|; .*)\.$"
)
_WHOLE = re.compile(r"^(?:[-*] )?[\"'(]?[A-Z0-9].*[.)\"]$", re.DOTALL)
SHORTEST, LONGEST = 6, 45


def sentence_examples(
    passages: list[tuple[str, str]], rng: random.Random, most: int, origin: str = "sentence"
) -> Iterator[Example]:
    """About `most` examples from titles and texts."""
    pool = Pool()
    rows = rng.sample(passages, min(len(passages), most))
    pool.add(m.text for _, text in rows[:8000] for m in mentions(text))
    made = 0
    for title, text in rows:
        parts = sentences(text)[:12]
        good = [n for n, s in enumerate(parts) if _WHOLE.match(s) and _fits(s)]
        if len(parts) < 2 or not good:
            continue
        for each in _of_one(title, parts, rng.choice(good), pool, rng):
            made += 1
            yield replace(each, origin=origin)
        if made >= most:
            return


def _of_one(
    title: str, parts: list[str], chosen: int, pool: Pool, rng: random.Random
) -> Iterator[Example]:
    sentence = _shorter(_named(parts[chosen].lstrip("-* "), title, rng), rng)
    text = " ".join(parts[max(0, chosen - rng.randint(0, 3)) : chosen + rng.randint(1, 4)])
    silent = [p for n, p in enumerate(parts) if n != chosen]
    head = title if rng.random() < 0.7 else ""
    draw = rng.random()
    if draw < 0.35:
        yield Example(sentence, head, text, SUPPORTED, "sentence")
    elif draw < 0.8:
        whole = " ".join(parts)
        false = (
            negated(sentence, rng) if rng.random() < 0.25 else swapped(sentence, whole, pool, rng)
        )
        if false and false not in whole:
            yield Example(false, head, text, CONTRADICTED, "sentence")
    elif silent:
        at = rng.randrange(len(silent))
        yield Example(sentence, head, " ".join(silent[at : at + 4]), ABSENT, "sentence")


def _fits(sentence: str) -> bool:
    return SHORTEST <= len(sentence.split()) <= LONGEST


def _named(sentence: str, title: str, rng: random.Random) -> str:
    """A pronoun at the beginning resolved to the page's title, as in an answer of its own."""
    found = _PRONOUN.match(sentence)
    if not found or not title or rng.random() < 0.3:
        return sentence
    name = re.sub(r"\s*\([^)]*\)$", "", title)
    owner = found.group() in ("His", "Her", "Its", "Their")
    return name + ("'s" if owner else "") + sentence[found.end() :]


def _shorter(sentence: str, rng: random.Random) -> str:
    """Without asides and tail clauses, at times: answers say less than their sources."""
    if rng.random() < 0.6:
        sentence = _ASIDE.sub("", sentence)
    if rng.random() < 0.5:
        cut = _TAIL.sub(".", sentence)
        sentence = cut if len(cut.split()) >= SHORTEST else sentence
    return sentence
