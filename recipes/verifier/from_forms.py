"""Examples in the forms that answers take: a yes or no, a definition, more than the text says."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from recipes.verifier.edits import COMMON, Pool, mentions, negated, swapped
from recipes.verifier.examples import ABSENT, CONTRADICTED, SUPPORTED, Example, sentences

_ASKABLE = re.compile(
    r"^((?:\S+ ){0,5}?\S+) (is|was|are|were|can|could|will|must|should|may) ((?!not\b).{12,160})\.$"
)
_DEFINED = re.compile(
    r"^((?:The |A |An )?[^,;:()]{2,60}?)(?: \([^)]*\))? (is|was|are|were) "
    r"((?:an?|the) [^.;]{8,120}?)(?:[.;]|, (?:which|who|and|with|in)\b)"
)
_TAIL = re.compile(
    r"^([A-Z\"'].{30,}?)(,? (?:which|who|where|while|and|but|with|including|because|after|before|by"
    r"|for|in|on|at|when|during|until|since)\b.{12,})\.$"
)
_WHOLE = re.compile(r"^[\"'(]?[A-Z0-9].{20,}\.$")
YES = ("Yes", "Yes.", "Yes, it is.", "Yes, that is right.", "yes")
NO = ("No", "No.", "No, it is not.", "No, that is not the case.", "no")


def form_examples(
    passages: list[tuple[str, str]], rng: random.Random, most: int
) -> Iterator[Example]:
    """About `most` examples from titles and texts."""
    pool = Pool()
    rows = rng.sample(passages, len(passages))
    pool.add(m.text for _, text in rows[:6000] for m in mentions(text))
    made = 0
    for at, (title, text) in enumerate(rows):
        parts = sentences(text)[:10]
        other = rows[at - 1]
        head = title if rng.random() < 0.75 else ""
        for each in (
            *yes_or_no(head, parts, pool, rng),
            *definitions(title, head, parts, other, rng),
            *too_much(head, parts, rng),
            *another_subject(title, parts, other[0], rng),
        ):
            made += 1
            yield each
        if made >= most:
            return


def yes_or_no(title: str, parts: list[str], pool: Pool, rng: random.Random) -> Iterator[Example]:
    """A sentence turned to a question that can be answered by a word."""
    found = [(n, m) for n, part in enumerate(parts) if (m := _ASKABLE.match(part))]
    if not found or rng.random() < 0.3:
        return
    at, match = rng.choice(found)
    text = " ".join(parts[max(0, at - rng.randint(0, 3)) : at + rng.randint(1, 4)])
    sentence, holds = match.group(), True
    if rng.random() < 0.5:
        false = swapped(sentence, " ".join(parts), pool, rng)
        match = _ASKABLE.match(false) if false and false not in text else None
        holds = False
    if not match:
        return
    subject = match[1]
    if subject.split()[0] in COMMON:
        subject = subject[:1].lower() + subject[1:]
    question = f"{match[2].capitalize()} {subject} {match[3]}?"
    yes = rng.random() < 0.5
    label = SUPPORTED if yes == holds else CONTRADICTED
    yield Example(f"{question} {rng.choice(YES if yes else NO)}", title, text, label, "yes_no")
    if rng.random() < 0.2:
        rest = " ".join(p for n, p in enumerate(parts) if n != at)
        if rest:
            yield Example(f"{question} {rng.choice(YES + NO)}", title, rest, ABSENT, "yes_no")


def definitions(
    title: str, head: str, parts: list[str], other: tuple[str, str], rng: random.Random
) -> Iterator[Example]:
    """What something is, said in a part of a sentence; another thing's is not it."""
    found = _DEFINED.match(parts[0]) if parts else None
    if not found or found[1].split()[0] in COMMON - {"The", "A", "An"}:
        return
    person = re.search(r"\b(born|politician|player|actor|singer|writer)\b", parts[0])
    question = f"{'Who' if person else 'What'} {found[2]} {found[1][:1]}{found[1][1:]}?"
    text = " ".join(parts[: rng.randint(1, 6)])
    yield Example(f"{question} {found[3]}", head, text, SUPPORTED, "definition")
    rival = _DEFINED.match(other[1])
    if rival and rival[3] not in text:
        yield Example(f"{question} {rival[3]}", head, text, CONTRADICTED, "definition")
    if len(parts) > 2 and rng.random() < 0.4:
        rest = " ".join(parts[1:5])
        yield Example(f"{question} {found[3]}", title, rest, ABSENT, "definition", 0.3)


def too_much(title: str, parts: list[str], rng: random.Random) -> Iterator[Example]:
    """A claim of two halves of which the text says one: it is not borne out."""
    found = [(n, m) for n, part in enumerate(parts) if (m := _TAIL.match(part))]
    if found and rng.random() < 0.15:
        at, match = rng.choice(found)
        less = [*parts[:at], match[1] + ".", *parts[at + 1 :]]
        text = " ".join(less[max(0, at - rng.randint(0, 3)) : at + rng.randint(1, 4)])
        if match[2].strip(" ,.") not in text:
            yield Example(match.group(), title, text, ABSENT, "partly", 0.8)
            yield Example(match[1] + ".", title, text, SUPPORTED, "partly", 0.8)
    elif len(parts) > 3 and rng.random() < 0.4:
        one, two = sorted(rng.sample(range(len(parts)), 2))
        claim = f"{parts[one]} {parts[two]}"
        if len(claim.split()) > 60 or not all(_WHOLE.match(parts[n]) for n in (one, two)):
            return
        whole = " ".join(parts[max(0, one - 1) : two + 2])
        yield Example(claim, title, whole, SUPPORTED, "both")
        lost = rng.choice([one, two])
        text = " ".join(p for n, p in enumerate(parts) if n != lost)
        yield Example(claim, title, text, ABSENT, "both")
        false = negated(parts[lost], rng)
        if false and rng.random() < 0.4:
            claim = f"{parts[one]} {false}" if lost == two else f"{false} {parts[two]}"
            yield Example(claim, title, whole, CONTRADICTED, "both", 0.8)


def another_subject(
    title: str, parts: list[str], other: str, rng: random.Random
) -> Iterator[Example]:
    """The right sentence about the wrong thing: the text is of something else."""
    name = re.sub(r"\s*\([^)]*\)$", "", title)
    stranger = re.sub(r"\s*\([^)]*\)$", "", other)
    named = [p for p in parts if name and p.startswith(name) and len(p.split()) >= 6]
    if not named or not stranger or stranger in name or name in stranger or rng.random() < 0.4:
        return
    sentence = rng.choice(named)
    claim = stranger + sentence[len(name) :]
    yield Example(claim, title, " ".join(parts[:5]), ABSENT, "subject", 0.7)
    if rng.random() < 0.5:
        yield Example(sentence, title, " ".join(parts[:5]), SUPPORTED, "subject", 0.7)
