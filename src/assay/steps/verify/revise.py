"""A better query without a language model: what the answer lacks shapes what is asked next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from assay.text.keywords import MAX_QUERY, STOP, keywords
from assay.text.names import names_in
from assay.text.overlap import coverage, statement, stems
from assay.text.sentences import sentence_spans
from assay.tracing import step
from assay.types import Evidence

# More keywords than a search engine is given: an index does not mind.
MAX_KEYWORDS = 6
MAX_ENTITIES = 3
# The evidence is about the right thing when it has this share of what the question names.
KNOWN_FROM = 0.3
_STOP_STEMS = frozenset(stem for word in STOP for stem in stems(word))


@step("revise", lambda query: {"query": query})
def revise(
    question: str, evidence: Evidence, unsupported: Sequence[str] = (), asked: Sequence[str] = ()
) -> str:
    """The first query that says something else than those asked, or nothing.

    `unsupported` are the sentences of the answer that the evidence does not bear out.
    """
    tried = {_meaning(query) for query in (question, *asked)}
    return next(
        (q for q in candidates(question, evidence, unsupported) if _meaning(q) not in tried), ""
    )


def candidates(
    question: str, evidence: Evidence, unsupported: Sequence[str] = ()
) -> tuple[str, ...]:
    """Queries worth asking, the likeliest to help first, none of them twice.

    The words of the question stay, and what was learnt from the first look joins them: what the
    answer claims, which somebody may bear out or deny; the names beside a near miss; and, once
    more, the words of the question that were found nowhere.
    """
    content = list(dict.fromkeys(_content(question)))
    found = frozenset(
        stem for s in evidence.strips for stem in stems(s.text) | stems(s.passage.title)
    )
    unmatched = [word for word in content if not stems(word) <= found]
    subject = [word for word in content if word[:1].isupper()] or content
    entities = _entities(question, evidence)
    onward = _joined([*entities, *content]) if entities else ""
    partly = 0 < len(unmatched) < len(content)
    insisting = " ".join([*unmatched, *content])[:MAX_QUERY] if partly else ""
    known = sum(stems(word) <= found for word in subject) >= KNOWN_FROM * len(subject)
    queries = [
        *(_joined([*keywords(claim), *content]) for claim in unsupported),
        *((onward, insisting) if known else (insisting, onward)),
        *(_joined([entity, *unmatched]) for entity in entities),
        _joined(content),
        _joined(unmatched),
    ]
    different: dict[tuple[str, ...], str] = {}
    for query in queries:
        different.setdefault(_meaning(query), query)
    different.pop((), None)
    return tuple(different.values())


def _entities(question: str, evidence: Evidence) -> list[str]:
    """Names beside what the question asks for: those in the sentence that says most of it."""
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
            if word.lower() not in STOP:
                yield word


def _joined(parts: Iterable[str]) -> str:
    """The parts in order, without a word that stood there already."""
    words = dict.fromkeys(word for part in parts for word in part.split())
    return " ".join(words)[:MAX_QUERY]


def _meaning(query: str) -> tuple[str, ...]:
    """The content of a query: the same words in another order find the same."""
    return tuple(sorted(s for word in query.split() for s in stems(word) - _STOP_STEMS))
