"""A question and an answer as the sentences somebody might write."""

from __future__ import annotations

import random
import re

_WHO = re.compile(r"^who(?:'s| is| was| are| were)? (?!do\b|does\b|did\b)(.+)$", re.IGNORECASE)
_WHAT_IS = re.compile(
    r"^(?:what|which(?: one)?|who)(?:'s| is| was| are| were) (the .+|[a-z]\w*'s .+)$", re.IGNORECASE
)
_DONE = "located|born|founded|released|built|held|made|filmed|established|written|published|created"
_PLACE = re.compile(rf"^(where|when) (is|was|are|were) (.+?)(?: ({_DONE}|formed))?$", re.IGNORECASE)
_DID = re.compile(r"^(where|when|why|how) (?:did|does|do) (.+)$", re.IGNORECASE)
_MANY = re.compile(r"^how many (.+?) (are|is|were|was|does|do|did|have|has) (.+)$", re.IGNORECASE)
_WHAT_NOUN = re.compile(
    r"^(?:in |on |at )?(?:what|which) (\w+(?: \w+)?) (is|was|are|were|did|does|has|have|had) (.+)$",
    re.IGNORECASE,
)
# Answers as models give them when they do not write a sentence of their own.
_FORMS = (
    *["{a}"] * 3,
    "{a}.",
    "The answer is {a}.",
    "It is {a}.",
    "It was {a}.",
    "That would be {a}.",
    "Answer: {a}",
    "{a} is the answer.",
    "According to the text, it is {a}.",
    "The correct answer is {a}.",
)


def statement(question: str, answer: str) -> str | None:
    """The answered question as a sentence, where its form is a simple one."""
    asked = question.strip().rstrip("?").strip()
    for form in (_what_is, _who, _how_many, _where_or_when, _did, _what_noun):
        if text := form(asked, answer):
            text = " ".join(text.split())
            return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")
    return None


def _what_is(asked: str, answer: str) -> str | None:
    if not (found := _WHAT_IS.match(asked)):
        return None
    verb = re.match(r"^\w+(?:'s| (is|was|are|were))", asked, re.IGNORECASE)
    return f"{found[1]} {(verb and verb[1]) or 'is'} {answer}"


def _who(asked: str, answer: str) -> str | None:
    if not (found := _WHO.match(asked)):
        return None
    verb = re.match(r"^who (is|was|are|were) ", asked, re.IGNORECASE)
    return f"{answer} {verb[1] + ' ' if verb else ''}{found[1]}"


def _how_many(asked: str, answer: str) -> str | None:
    found = _MANY.match(asked)
    return f"{found[3]} {found[2]} {answer} {found[1]}" if found else None


def _where_or_when(asked: str, answer: str) -> str | None:
    if not (found := _PLACE.match(asked)):
        return None
    link = "" if re.match(r"^(in|on|at|near|from|by)\b", answer, re.IGNORECASE) else "in "
    done = f"{found[4]} " if found[4] else ""
    return f"{found[3]} {found[2]} {done}{link}{answer}"


def _did(asked: str, answer: str) -> str | None:
    found = _DID.match(asked)
    return f"{found[2]}: {answer}" if found else None


def _what_noun(asked: str, answer: str) -> str | None:
    found = _WHAT_NOUN.match(asked)
    return f"{answer} is the {found[1]} that {found[3]} {found[2]}" if found else None


def said(question: str, answer: str, rng: random.Random) -> str:
    """The answer in one of the ways a model might put it."""
    written = statement(question, answer)
    if written and rng.random() < 0.45:
        return written
    return rng.choice(_FORMS).format(a=answer)
