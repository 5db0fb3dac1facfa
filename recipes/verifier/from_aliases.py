"""Examples of answers judged by the known right answers: other names, other forms, other things."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterator

from recipes.assayer.corpus import Open, Tables
from recipes.verifier.edits import MONTHS, Pool, changed_number, kind_of, same
from recipes.verifier.examples import CONTRADICTED, SUPPORTED, Example
from recipes.verifier.statements import said

NUMBERS = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]
_DATE = re.compile(r"^(?:(\d{1,2}) )?(" + "|".join(MONTHS) + r")(?: (\d{1,2}),?)? (\d{4})$")


def alias_examples(tables: Tables, rng: random.Random, rounds: int = 2) -> Iterator[Example]:
    """Candidates beside the right answers of every open question."""
    by_origin: dict[str, list[Open]] = defaultdict(list)
    pool = Pool()
    for entry in tables.opens:
        by_origin[entry.origin].append(entry)
        pool.add(a for a in entry.answers if a)
    gold = [
        Open(p.question, [tables.passages[p.passage][1][p.start : p.end].strip()], "", p.origin)
        for p in tables.pairs
        if p.start >= 0 and p.end - p.start < 60
    ]
    some = rng.sample(gold, min(9000, len(gold)))
    for entry in [*tables.opens, *some] * rounds:
        answers = [a.strip() for a in entry.answers if a.strip()]
        if not answers:
            continue
        question = tables.questions[entry.question]
        known = rng.sample(answers, min(len(answers), rng.choice([1, 1, 2, 3])))
        text = " ".join(f"The answer is {a.rstrip('.')}." for a in known)
        right = _right(known, answers, rng)
        yield Example(f"{question} {_padded(question, right, rng)}", "", text, SUPPORTED, "alias")
        wrong = _wrong(known, entry, by_origin.get(entry.origin) or [entry], pool, rng)
        if wrong:
            yield Example(
                f"{question} {_padded(question, wrong, rng)}", "", text, CONTRADICTED, "alias"
            )


def _right(known: list[str], answers: list[str], rng: random.Random) -> str:
    """An equal answer: as known, an alias that shares a word, another form, part of a name."""
    base = rng.choice(known)
    draw = rng.random()
    aliases = [a for a in answers if a not in known and _akin(a, base)]
    if aliases and draw < 0.4:
        return rng.choice(aliases)
    if draw < 0.65:
        return _other_form(base, rng)
    if draw < 0.75 and kind_of(base) == "name" and len(base.split()) > 2:
        words = base.split()
        return f"{words[0]} {words[-1]}"
    return base


def _akin(one: str, two: str) -> bool:
    return bool(set(one.casefold().split()) & set(two.casefold().split()))


def _other_form(text: str, rng: random.Random) -> str:
    """A date in another order, a number as a word, another case, an article more or less."""
    if found := _DATE.match(text):
        day, month, year = found[1] or found[3], found[2], found[4]
        forms = (
            [f"{month} {year}"] if not day else [f"{day} {month} {year}", f"{month} {day}, {year}"]
        )
        return rng.choice(forms)
    if text.casefold() in NUMBERS:
        return str(NUMBERS.index(text.casefold()))
    if text.isdigit() and int(text) < len(NUMBERS):
        return NUMBERS[int(text)]
    if text.casefold().startswith("the "):
        return text[4:]
    return rng.choice([text.lower(), f"the {text}", text])


def _wrong(
    known: list[str], entry: Open, kin: list[Open], pool: Pool, rng: random.Random
) -> str | None:
    base, answers = rng.choice(known), entry.answers
    draw = rng.random()
    if any(c.isdigit() for c in base) and draw < 0.6:
        value = changed_number(base, rng)
    elif draw < 0.2 and kind_of(base) == "name" and len(base.split()) == 2:
        other = pool.other(base, rng)  # the same family name, another person
        value = f"{other.split()[0]} {base.split()[-1]}" if other else ""
        return value if value and value not in answers else None
    elif draw < 0.7:
        value = pool.other(base, rng) or ""
    else:
        value = rng.choice(rng.choice(kin).answers or [""])
    return value if value and not any(same(value, a) for a in answers) else None


def _padded(question: str, answer: str, rng: random.Random) -> str:
    """What a chatty model says: the answer in a sentence, with words before or after it."""
    text = said(question, answer, rng)
    draw = rng.random()
    if draw < 0.1:
        return f"As far as I know, {text}"
    if draw < 0.2 and "." in text:
        return f"{text} This is well known and has been widely reported."
    if draw < 0.25:
        return f"{text} I hope this helps."
    return text
