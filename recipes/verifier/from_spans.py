"""Examples from spans of the right passage: the right one, and others of the same kind.

A reader that takes the wrong year takes it from the right passage, so the verifier must see that
passage with both. Where nobody answered a question the span is whatever the question asks for.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator

from recipes.assayer.corpus import NO_ANSWER, Pair, Tables
from recipes.verifier.edits import kind_of, mentions, same
from recipes.verifier.examples import ABSENT, CONTRADICTED, SUPPORTED, Example, sentences
from recipes.verifier.statements import said

LONGEST_ANSWER = 120
MOST_WORDS = 160
# What a question asks for, by its first word that tells.
ASKED = {
    "who": ("name",), "whom": ("name",), "whose": ("name",), "where": ("name",),
    "when": ("year", "date", "month"), "year": ("year",), "many": ("number", "measure"),
    "much": ("number", "measure"), "date": ("date", "year"), "city": ("name",),
    "country": ("name",), "person": ("name",), "name": ("name",),
}  # fmt: skip


def span_examples(tables: Tables, rng: random.Random, most: int) -> Iterator[Example]:
    """At most `most` examples of spans with the whole passage, as the product asks about them."""
    by_passage: dict[int, list[Pair]] = defaultdict(list)
    for pair in tables.pairs:
        if pair.start >= 0:
            by_passage[pair.passage].append(pair)
    made = 0
    for pair in rng.sample(tables.pairs, len(tables.pairs)):
        title, text = tables.passages[pair.passage]
        question = tables.questions[pair.question]
        if len(text.split()) > MOST_WORDS * 2:
            continue
        title = title if rng.random() < 0.7 else ""
        if pair.start >= 0:
            answers = [text[p.start : p.end] for p in by_passage[pair.passage]]
            found = answered(
                question, title, text, (pair.start, pair.end), answers=answers, rng=rng
            )
        elif pair.start == NO_ANSWER:
            found = unanswered(question, title, text, rng)
        else:
            continue
        for each in found:
            made += 1
            yield each
        if made >= most:
            return


def answered(
    question: str,
    title: str,
    text: str,
    place: tuple[int, int],
    *,
    answers: list[str],
    rng: random.Random,
    origin: str = "span",
) -> Iterator[Example]:
    """The right span, and one or two wrong ones beside the same text."""
    answer = text[slice(*place)].strip()
    if not answer or len(answer) > LONGEST_ANSWER:
        return
    near = around(text, place, rng)
    yield Example(f"{question} {_as_said(question, answer, rng)}", title, near, SUPPORTED, origin)
    for wrong in wrong_spans(near, answer, answers, rng)[: rng.choice([1, 2, 2])]:
        claim = f"{question} {_as_said(question, wrong, rng)}"
        yield Example(claim, title, near, CONTRADICTED, origin + "_wrong")


def unanswered(
    question: str, title: str, text: str, rng: random.Random, origin: str = "span"
) -> Iterator[Example]:
    """A span of the kind that is asked for, in a text that does not answer."""
    kinds = {k for word in question.casefold().split() for k in ASKED.get(word.strip("?,"), ())}
    spans = [m.text for m in mentions(text) if m.kind in kinds]
    if not spans:
        spans = [m.text for m in mentions(text)]
    if spans:
        claim = f"{question} {_as_said(question, rng.choice(spans), rng)}"
        yield Example(claim, title, text, ABSENT, origin + "_none")


def wrong_spans(text: str, answer: str, answers: list[str], rng: random.Random) -> list[str]:
    """What stands in the text and could be taken for the answer, or just anything in it."""
    found = rival_spans(text, answer, answers, rng)
    if not found and kind_of(answer) == "phrase":
        found = [p for p in _phrases(text, answer, rng) if not same(p, answer)]
    return found


def rival_spans(text: str, answer: str, answers: list[str], rng: random.Random) -> list[str]:
    """Things of the answer's kind, then answers to other questions; both in random order."""
    kind = kind_of(answer)
    kin = [m.text for m in mentions(text) if m.kind == kind]
    kin += [a.strip() for a in answers if a in text and kind_of(a) == kind]
    kin = [k for k in dict.fromkeys(kin) if not same(k, answer)]
    others = [a.strip() for a in answers if a in text and len(a) < LONGEST_ANSWER]
    others = [o for o in dict.fromkeys(others) if not same(o, answer) and o not in kin]
    return rng.sample(kin, len(kin)) + rng.sample(others, len(others))


def around(text: str, place: tuple[int, int], rng: random.Random) -> str:
    """The whole text, mostly, or that part of it that holds the place and some neighbours."""
    if rng.random() < 0.65 and len(text.split()) <= MOST_WORDS:
        return text
    parts, at = sentences(text), 0
    holds = 0
    for number, part in enumerate(parts):
        found = text.find(part, at)
        if found < 0 or found > place[0]:
            break
        at, holds = found, number
    first = max(0, holds - rng.randint(0, 3))
    kept = " ".join(parts[first : holds + rng.randint(1, 4)])
    return kept if text[slice(*place)].strip() in kept else text


def _phrases(text: str, answer: str, rng: random.Random) -> list[str]:
    """Two runs of as many words as the answer has, from sentences that do not hold it."""
    size = len(answer.split())
    rest = [s.split() for s in sentences(text) if answer not in s]
    rest = [s for s in rest if len(s) > size + 2]
    found = []
    for words in rng.sample(rest, min(2, len(rest))):
        first = rng.randrange(1, len(words) - size)
        found.append(" ".join(words[first : first + size]).strip(" ,.;:()"))
    return [f for f in found if f]


def _as_said(question: str, answer: str, rng: random.Random) -> str:
    """Mostly the bare span, which is what a reader gives."""
    return answer if rng.random() < 0.6 else said(question, answer, rng)
