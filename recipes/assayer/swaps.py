"""The right sentence about the wrong thing: questions whose subject is exchanged for another one.

"What is the default of MaxAuthTries?" asked of the entry of LoginGraceTime is answered by nobody,
however well the rest of the words fit.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterable

from recipes.assayer.corpus import NO_ANSWER, PARENTHESIS, Pair, Tables

# Names as manuals write them: --options, dotted.names, under_scores, dashed-names, CamelCase, CAPS.
TERM = re.compile(
    r"(?<![\w.-])(?:--?[a-z][\w-]+|[A-Za-z]\w*(?:[._:-]\w+)+|[A-Z][a-z]+[A-Z]\w+|[A-Z]{3,})(?![\w-])"
)
Kind = tuple[str, str, str]


def swapped_pairs(
    tables: Tables, asked: Iterable[tuple[Pair, str]], weight: float = 1.0
) -> list[Pair]:
    """For each (pair, source) whose question names its subject: one with another subject.

    Another subject is one that is asked about in the same words, of the same source and shape, and
    that the passage does not name.
    """
    chance, pairs = random.Random(12), []
    several = list(asked)
    others = _terms(tables, several)
    for pair, source in several:
        title, text = tables.passages[pair.passage]
        question = tables.questions[pair.question]
        subject = subject_of(question, title, text)
        if subject is None:
            continue
        rival = _rival(subject, f"{title} {text}", others[_kind(question, source, subject)], chance)
        if rival is not None:
            row = tables.question(question.replace(subject, rival))
            pairs.append(Pair(row, pair.passage, 0.0, NO_ANSWER, NO_ANSWER, "swapped", weight))
    return pairs


def subject_of(question: str, title: str, text: str) -> str | None:
    """What the question asks about: a name that the passage uses too, or the page's own."""
    bare = PARENTHESIS.sub("", title)
    if len(bare) > 3 and bare in question:
        return bare
    named = [term for term in TERM.findall(question) if term in text or term in title]
    return max(named, key=len, default=None)


def _kind(question: str, source: str, subject: str) -> Kind:
    """What can stand for one another: subjects of one source and shape that are asked alike."""
    return source, shape(subject), " ".join(question.lower().split()[:2])


def shape(term: str) -> str:
    """Terms of one shape can stand for one another: the same kind of name, as many words."""
    if term.startswith("-"):
        return "option"
    words = len(term.split())
    if words > 1 or term.istitle():
        return f"name {min(words, 4)}"
    return "dotted" if "." in term else "joined" if re.search(r"[_:-]", term) else "plain"


def _terms(tables: Tables, asked: list[tuple[Pair, str]]) -> dict[Kind, list[str]]:
    found: dict[Kind, set[str]] = defaultdict(set)
    for pair, source in asked:
        question = tables.questions[pair.question]
        subject = subject_of(question, *tables.passages[pair.passage])
        if subject is not None:
            found[_kind(question, source, subject)].add(subject)
    return defaultdict(list, {key: sorted(terms) for key, terms in found.items()})


def _rival(subject: str, seen: str, others: list[str], chance: random.Random) -> str | None:
    for other in chance.sample(others, min(6, len(others))):
        if other != subject and other.lower() not in seen.lower() and subject not in other:
            return other
    return None
