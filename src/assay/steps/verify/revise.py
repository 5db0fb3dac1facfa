"""A better question without a language model: what the answer lacks shapes what is asked next."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from assay.text.keywords import MAX_QUERY, keywords
from assay.text.names import names_in
from assay.text.overlap import coverage, statement, stems
from assay.text.sentences import sentence_spans
from assay.text.stop_words import STOP_WORDS
from assay.tracing import step
from assay.types import Evidence

# More keywords than a search engine is given: an index does not mind.
MAX_KEYWORDS = 6
MAX_ENTITIES = 3
# The evidence is about the right thing when it has this share of what the question names.
KNOWN_FROM = 0.3

Revise = Callable[[str, Evidence, Sequence[str], Sequence[str]], str]
"""Question, evidence, sentences without support, queries asked before: the next question."""

CLAIMED = "{asked}? Is it {words}?"
CONNECTED = "{asked}, in connection with {words}?"
ABOVE_ALL = "{asked}, above all {words}?"
ABOUT = "What is said about {words}?"
_TEMPLATES = (CLAIMED, CONNECTED, ABOVE_ALL, ABOUT)
_EMPTY_STEMS = frozenset(
    stem for word in (*STOP_WORDS, *" ".join(_TEMPLATES).split()) for stem in stems(word)
)
_EDGES = " \t\n?.!,;:"


@dataclass(frozen=True, slots=True)
class Revision:
    """The words that a query adds or keeps, and the question that is made of them."""

    words: tuple[str, ...]
    template: str

    def written(self, question: str) -> str:
        """A question that can be read, and that a search engine takes as well."""
        asked = " ".join(question.split()).strip(_EDGES)
        said = _listed(self.words)
        room = MAX_QUERY - len(self.template.format(asked="", words=said))
        return self.template.format(asked=asked[: max(0, room)], words=said)[:MAX_QUERY]


@step("revise", lambda query: {"query": query})
def revise(
    question: str, evidence: Evidence, unsupported: Sequence[str] = (), asked: Sequence[str] = ()
) -> str:
    """The first candidate query in other content words than all asked so far; empty if none.

    `unsupported` are the sentences of the answer that the evidence does not support.
    """
    tried = {content_stems(query) for query in (question, *asked)}
    worth = candidates(question, evidence, unsupported)
    return next((query for query in worth if content_stems(query) not in tried), "")


def candidates(
    question: str, evidence: Evidence, unsupported: Sequence[str] = ()
) -> tuple[str, ...]:
    """Questions worth asking, the likeliest to help first, none of them twice.

    The question stays, and what was learnt from the first look joins it: what the answer claims,
    which somebody may bear out or deny; the names beside a near miss; and, once more, the words of
    the question that were found nowhere.
    """
    different: dict[tuple[str, ...], str] = {}
    for revision in _revisions(question, evidence, unsupported):
        query = revision.written(question) if revision.words else ""
        different.setdefault(content_stems(query), query)
    different.pop((), None)
    return tuple(different.values())


def _revisions(question: str, evidence: Evidence, unsupported: Sequence[str]) -> Iterator[Revision]:
    content = list(dict.fromkeys(_content(question)))
    found = frozenset(
        stem for s in evidence.strips for stem in stems(s.text) | stems(s.passage.title)
    )
    unmatched = [word for word in content if not stems(word) <= found]
    subject = [word for word in content if word[:1].isupper()] or content
    entities = _entities(question, evidence)
    for claim in unsupported:
        yield Revision(tuple(keywords(claim)), CLAIMED)
    partly = 0 < len(unmatched) < len(content)
    onward = Revision(tuple(entities), CONNECTED)
    insisting = Revision(tuple(unmatched) if partly else (), ABOVE_ALL)
    known = sum(stems(word) <= found for word in subject) >= KNOWN_FROM * len(subject)
    yield from (onward, insisting) if known else (insisting, onward)
    for entity in entities:
        yield Revision((entity, *unmatched), ABOUT)
    yield Revision(tuple(content), ABOUT)
    yield Revision(tuple(unmatched), ABOUT)


def _entities(question: str, evidence: Evidence) -> list[str]:
    """Keywords with a name, new to the question, of the sentence that shares most words with it."""
    wanted = statement(question)
    best, most = "", 0.0
    for strip in evidence.strips:
        for start, end in sentence_spans(strip.text):
            share = coverage(wanted, strip.text[start:end], strip.passage.title)
            if share > most:
                best, most = f"{strip.passage.title}. {strip.text[start:end]}", share
    said = stems(question)
    named = {stem for name in names_in(best) for stem in stems(name)}
    fresh = [k for k in keywords(best, MAX_KEYWORDS) if stems(k) & named and not stems(k) <= said]
    return fresh[:MAX_ENTITIES]


def _content(text: str) -> Iterator[str]:
    for phrase in keywords(text, MAX_KEYWORDS):
        for word in phrase.split():
            if word.lower() not in STOP_WORDS:
                yield word


def _listed(words: Iterable[str]) -> str:
    """Words as English lists them: "a", "a and b", "a, b and c"."""
    *rest, last = dict.fromkeys(word.strip(_EDGES) for word in words)
    return f"{', '.join(rest)} and {last}" if rest else last


def content_stems(query: str) -> tuple[str, ...]:
    """The content of a query: the same words in another order find the same."""
    return tuple(sorted(s for word in query.split() for s in stems(word) - _EMPTY_STEMS))
