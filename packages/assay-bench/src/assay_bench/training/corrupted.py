"""Questions made worse on purpose: what a revised question has to lead back from."""

from __future__ import annotations

import random
from collections.abc import Callable

from assay.text.names import names_in
from assay.text.stop_words import STOP_WORDS

MIN_WORDS = 4
_EDGES = "?.!,;:"


def corrupted(question: str, other: str, chance: random.Random) -> str | None:
    """The question in bad words: vague, about something else, cut short or misspelt.

    None where nothing of it can be spoilt. `other` is a question that lends its names.
    """
    ways: list[Callable[[], str]] = [
        lambda: _vague(question),
        lambda: _exchanged(question, other, chance),
        lambda: _cut_short(question, chance),
        lambda: _misspelt(question, chance),
    ]
    chance.shuffle(ways)
    same = " ".join(question.split())
    return next((bad for way in ways if (bad := way()) and bad != same), None)


def _vague(question: str) -> str:
    """Every name gone: "Where was Ida Krell born?" becomes "Where was it born?"."""
    words: list[str] = []
    named = {part for name in names_in(question) for part in name.split()}
    for word in question.split():
        bare = word.strip(_EDGES).removesuffix("'s")
        if bare not in named:
            words.append(word)
        elif not words or words[-1] != "it":
            words.append("it")
    return " ".join(words) if named else ""


def _exchanged(question: str, other: str, chance: random.Random) -> str:
    """A name of another question in the place of one."""
    mine, theirs = names_in(question), [n for n in names_in(other) if n not in question]
    if not mine or not theirs:
        return ""
    return " ".join(question.replace(chance.choice(mine), chance.choice(theirs), 1).split())


def _cut_short(question: str, chance: random.Random) -> str:
    """Only some of the words that carry meaning."""
    words = [
        w.strip(_EDGES) for w in question.split() if w.strip(_EDGES).casefold() not in STOP_WORDS
    ]
    if len(words) < MIN_WORDS:
        return ""
    kept = sorted(chance.sample(range(len(words)), len(words) // 2))
    return " ".join(words[at] for at in kept)


def _misspelt(question: str, chance: random.Random) -> str:
    """Two letters of the longest word the wrong way round."""
    words = question.split()
    longest = max(range(len(words)), key=lambda at: len(words[at]), default=None)
    if longest is None or len(words[longest]) < MIN_WORDS:
        return ""
    word = words[longest]
    at = chance.randrange(1, len(word) - 2)
    words[longest] = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    return " ".join(words)
