"""Examples from questions with a passage and the answer's place in it."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator

from recipes.assayer.corpus import NO_ANSWER, Pair, Tables
from recipes.verifier.edits import Pool, mentions, negated, other_value, replaced, same
from recipes.verifier.examples import ABSENT, CONTRADICTED, SUPPORTED, Example, sentences
from recipes.verifier.statements import said, statement

MOST = {
    "squadshifts_amazon_reviews": 2500,
    "squadshifts_reddit": 2500,
    "squadshifts_new_wiki": 5000,
    "wikiqa": 5000,
    "multihop": 4000,
}
MAX_SENTENCES = 7


def question_examples(tables: Tables, rng: random.Random) -> Iterator[Example]:
    """Right answers, wrong ones, and texts that hold neither."""
    pool = Pool()
    by_passage: dict[int, list[Pair]] = defaultdict(list)
    answered = [p for p in tables.pairs if p.start >= 0]
    for pair in answered:
        pool.add([_answer(tables, pair)])
        by_passage[pair.passage].append(pair)
    pool.add(
        m.text for row in rng.sample(tables.seeds, 3000) for m in mentions(tables.passages[row][1])
    )
    seen: dict[str, int] = defaultdict(int)
    for pair in rng.sample(tables.pairs, len(tables.pairs)):
        seen[pair.origin] += 1
        if seen[pair.origin] > MOST.get(pair.origin, 1 << 30):
            continue
        if pair.start >= 0:
            yield from _answered(tables, pair, by_passage[pair.passage], pool, rng)
        elif pair.start == NO_ANSWER:
            yield from _silent(tables, pair, pool, rng)


def _answer(tables: Tables, pair: Pair) -> str:
    return tables.passages[pair.passage][1][pair.start : pair.end].strip()


def _claim(question: str, answer: str, rng: random.Random) -> str:
    """Mostly the question with what is said; sometimes a sentence that stands for itself."""
    written = statement(question, answer)
    if written and rng.random() < 0.25:
        return written
    return f"{question} {said(question, answer, rng)}"


def _answered(
    tables: Tables, pair: Pair, others: list[Pair], pool: Pool, rng: random.Random
) -> Iterator[Example]:
    question, (title, text) = tables.questions[pair.question], tables.passages[pair.passage]
    answer, origin = _answer(tables, pair), pair.origin
    if not answer or len(answer) > 150:
        return
    title = title if rng.random() < 0.7 else ""
    near = _around(text, pair.start, rng)
    yield Example(_claim(question, answer, rng), title, near, SUPPORTED, origin)
    wrong = _wrong(tables, pair, others, pool, rng)
    if wrong:
        yield Example(_claim(question, wrong, rng), title, near, CONTRADICTED, origin)
        draw = rng.random()
        if draw < 0.35:  # the text is changed: what it said no longer holds, what it says does
            changed = replaced(near, answer, wrong)
            if changed != near:
                yield Example(
                    _claim(question, answer, rng), title, changed, CONTRADICTED, origin + "+text"
                )
                yield Example(
                    _claim(question, wrong, rng), title, changed, SUPPORTED, origin + "+text"
                )
    if rng.random() < 0.25:
        written = statement(question, answer)
        opposite = negated(written, rng) if written else None
        if opposite:
            yield Example(f"{question} {opposite}", title, near, CONTRADICTED, origin + "+not")
    rest = [s for s in sentences(text) if answer.casefold() not in s.casefold()]
    if rest and rng.random() < 0.6:
        start = rng.randrange(len(rest))
        silent = " ".join(rest[start : start + rng.randint(1, MAX_SENTENCES)])
        value = answer if rng.random() < 0.7 else wrong or answer
        yield Example(_claim(question, value, rng), title, silent, ABSENT, origin + "+cut")


def _wrong(
    tables: Tables, pair: Pair, others: list[Pair], pool: Pool, rng: random.Random
) -> str | None:
    """An answer that the text does not give to this question."""
    answer = _answer(tables, pair)
    rivals = [_answer(tables, p) for p in others if p.question != pair.question]
    rivals = [r for r in rivals if r and not same(r, answer)]
    if rivals and rng.random() < 0.35:
        return rng.choice(rivals)
    value = other_value(answer, tables.passages[pair.passage][1], pool, rng)
    return None if value is None or value == answer else value


def _silent(tables: Tables, pair: Pair, pool: Pool, rng: random.Random) -> Iterator[Example]:
    """A text that does not answer, with something from it, or from elsewhere, as the answer."""
    question, (title, text) = tables.questions[pair.question], tables.passages[pair.passage]
    inside = [m.text for m in mentions(text)]
    value = rng.choice(inside) if inside and rng.random() < 0.7 else pool.other("Some Name", rng)
    if value:
        near = _around(text, rng.randrange(len(text) or 1), rng)
        title = title if rng.random() < 0.7 else ""
        yield Example(_claim(question, value, rng), title, near, ABSENT, pair.origin + "+none")


def _around(text: str, at: int, rng: random.Random) -> str:
    """Some sentences of the text around a place: evidence comes long and short."""
    parts = sentences(text)
    place, holds = 0, 0
    for number, part in enumerate(parts):
        found = text.find(part[:40], place)
        if found < 0 or found > at:
            break
        place, holds = found, number
    size = rng.choice([1, 1, 2, 2, 3, 4, MAX_SENTENCES, MAX_SENTENCES])
    first = max(0, holds - rng.randint(0, size - 1))
    return " ".join(parts[first : first + size]) if parts else text
