"""A fact as the answer: the span of an entry that says it, and when the entry says more."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from assay.adapters.generators.candidates import LEAD_FROM, Candidate
from assay.adapters.generators.other_documents import whole_marks
from assay.steps.answer.citations import cite_entry
from assay.steps.answer.layout import counts_up, key_sentence
from assay.steps.values.conditions import value_in_brackets
from assay.steps.values.settings import is_example
from assay.steps.values.versions import is_other_version
from assay.text.numbers import bound_asked_for, figures, is_bare_number, lacks_the_number
from assay.text.options import (
    is_alternative,
    is_headed,
    is_label,
    is_placeholder,
    lacks_the_default,
    stated_default,
)
from assay.text.overlap import stems
from assay.text.questions import defined
from assay.types import BlockKind, Draft, Form, Passage

_ASKS_WHO = re.compile(r"\s*who(?:m|se)?\b", re.IGNORECASE)
# "Default: None" says little where the entry goes on with what holds then.
_NOTHING = frozenset(("none", "unset", "not set", "empty"))
_IF_UNSET = re.compile(
    r"\b(?:if|when) (?:it is )?(?:unset|not set|unspecified|omitted)\b", re.IGNORECASE
)
_ENTRIES = (BlockKind.ENTRY, BlockKind.ROW)
_ASKS_WHEN = re.compile(
    r"\s*(?:(?:at|by|from|on|since|till|until)\s+)?(?:when|(?:what|which)\s+(?:date|day|time))\b",
    re.IGNORECASE,
)


def fact_of(question: str, best: Candidate) -> Draft | None:
    """The default that the entry's first line states, or the span that the reader prefers.

    "The number of seconds" is no answer to "how long?", "two" none to "who?", and the "name" of
    "--tool=<name>" and the "on" of "( on | off )" to nothing: then the whole entry is shown.
    """
    text, entry = best.passage.text, best.entry()
    term = text[entry.start :].partition("\n")[0]
    if default := stated_default(question, term):
        start, end = (entry.start + place for place in default)
        best = replace(best, key=key_sentence(best.passage, start, end))
    elif best.found.lead <= LEAD_FROM:
        return None
    else:
        marked = whole_marks(text, best.found.start, best.found.end)
        bound = bound_asked_for(question, text, best.key, marked)
        if bound is None:
            return None
        start, end = value_in_brackets(question, text, best.key) or bound
    # A fact ends with its paragraph: "/etc/roster:" and the example below it are two things. A date
    # ends with its line: the time on the next one belongs to what stands there. So does a name.
    name = _name_at(best.passage, start)
    border = "\n" if name or _ASKS_WHEN.match(question) else "\n\n"
    said = text[start:end].partition(border)[0].rstrip(" :\n")
    end = start + len(said)
    if _is_no_fact(question, best.passage, (start, end), name or term):
        return None
    if is_other_version(question, text, start, end) or is_example(question, text[slice(*best.key)]):
        return None
    return said_by(best, start, end)


def _name_at(passage: Passage, at: int) -> str:
    """The first line of an entry, above what is said of it, where this is a place in it."""
    entries = (each for each in passage.blocks if each.kind is BlockKind.ENTRY)
    own = next((each for each in entries if each.start <= at < each.end), None)
    name = passage.text[own.start : own.end].partition("\n")[0] if own else ""
    return name if own and at < own.start + len(name) else ""


def _is_no_fact(question: str, passage: Passage, span: tuple[int, int], term: str) -> bool:
    """True for a span that is not of the kind that was asked for, or that says nothing."""
    text, said = passage.text, passage.text[slice(*span)]
    if is_label(said, question) or is_placeholder(said, term) or lacks_the_number(question, said):
        return True
    if is_alternative(text, *span) or (_ASKS_WHO.match(question) and is_bare_number(said)):
        return True
    if said.casefold() not in _NOTHING:
        return False
    others = (b.start for b in passage.blocks if b.kind in _ENTRIES and b.start >= span[1])
    return _IF_UNSET.search(text, span[1], next(others, len(text))) is not None


def said_by(best: Candidate, start: int, end: int) -> Draft:
    """A part of the key sentence as the answer."""
    citation = cite_entry(best.entry(), 0, end - start, best.key)
    said = best.passage.text[start:end]
    return Draft(said, (citation,), form=Form.FACT, entries=(best.entry(),))


def best_lacks_the_default(question: str, candidates: Sequence[Candidate]) -> bool:
    """True when the best one is the entry of a setting, and none of its entries says a default."""
    entries = [
        (each.passage.headings[-1], each.passage.text)
        for each in candidates
        if each.passage.headings and is_headed(question, each.passage.headings[-1])
    ]
    first = bool(entries) and candidates[0].passage.text == entries[0][1]
    return first and all(lacks_the_default(question, *entry) for entry in entries)


def is_described(question: str, best: Candidate, fact: Draft) -> bool:
    """True for "what is the X?" where X is what the entry is about: no span of it says so much.

    A number may be all that there is to say, as of a weight; so may a default.
    """
    term, headings = stems(defined(question)), best.passage.headings
    if not term or not headings or figures(fact.text or ""):
        return False
    return term <= stems(headings[-1]) - stems("default")


def is_one_of(several: str, fact: Draft) -> bool:
    """True for a span that counts nothing up where several were asked for: then more may be said.

    A number may be all that there is, as of ports.
    """
    said = fact.text or ""
    return bool(several) and not counts_up(said) and not figures(said)
