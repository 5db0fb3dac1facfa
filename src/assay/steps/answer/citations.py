"""Citations: a span of the answer tied to a span of a source that says so."""

from __future__ import annotations

from assay.text.places import location
from assay.text.sentences import sentence_spans
from assay.types import Answer, Citation, Entry, Evidence, Strip


def cite_span(strip: Strip, start: int, end: int, score: float) -> Citation:
    """A citation for an answer taken verbatim from `strip.text[start:end]`; quotes its sentence."""
    first, last = sentence_around(strip.text, start, end)
    return Citation(
        answer_start=0,
        answer_end=end - start,
        evidence=strip.id,
        source=strip.passage.source,
        start=strip.document_start + first,
        end=strip.document_start + last,
        quote=strip.text[first:last],
        score=score,
        location=location(
            strip.passage, strip.start + first, (strip.start + start, strip.start + end)
        ),
        name=strip.passage.name,
    )


def cite_entry(
    entry: Entry,
    answer_start: int,
    answer_end: int,
    quoted: tuple[int, int] | None = None,
    said: tuple[int, int] | None = None,
) -> Citation:
    """A citation of an entry, or of the part of its passage that is `quoted`.

    `said` is the part of that which is the answer, such as a cell of a row.
    """
    start, end = quoted or (entry.start, entry.end)
    passage = entry.passage
    return Citation(
        answer_start=answer_start,
        answer_end=answer_end,
        evidence=passage.id,
        source=passage.source,
        start=passage.start + start,
        end=passage.start + end,
        quote=passage.text[start:end],
        score=max(0.0, ((entry.score or 0.0) + 1) / 2),
        location=location(passage, start, said or (start, end)),
        name=passage.name,
    )


def sentence_around(text: str, start: int, end: int) -> tuple[int, int]:
    """The smallest run of whole sentences that holds `text[start:end]`."""
    touched = [(a, b) for a, b in sentence_spans(text) if a < end and b > start]
    if not touched:
        return start, end
    return min(start, touched[0][0]), max(end, touched[-1][1])


def is_verbatim(citation: Citation, evidence: Evidence) -> bool:
    """True when the quote stands, character for character, where the citation says it does.

    A citation names a strip, or the passage of one where a whole entry is shown.
    """
    return any(
        _quotes(citation, strip.id, strip.passage.source, strip.document_start, strip.text)
        or _quotes(
            citation,
            strip.passage.id,
            strip.passage.source,
            strip.passage.start,
            strip.passage.text,
        )
        for strip in evidence.strips
    )


def _quotes(citation: Citation, name: str, source: str, start: int, text: str) -> bool:
    first, last = citation.start - start, citation.end - start
    return (
        citation.evidence == name
        and citation.source == source
        and 0 <= first < last <= len(text)  # an empty quote proves nothing
        and text[first:last] == citation.quote
    )


def citation_numbers(answer: Answer) -> list[int]:
    """The number of each citation as it stands in the text, else as they follow one another.

    A language model's answer carries [n] for the n-th piece of evidence; a reader's carries none.
    """
    order = {strip.id: number for number, strip in enumerate(answer.evidence.strips, 1)}
    found = [order.get(citation.evidence, 0) for citation in answer.citations]
    written = all(f"[{number}]" in (answer.text or "") for number in found)
    return found if written else list(range(1, len(found) + 1))


def numbered(answer: Answer) -> list[tuple[int, Citation]]:
    """The citations by their numbers, each sentence of a source once."""
    found = zip(citation_numbers(answer), answer.citations, strict=True)
    once = {(number, c.evidence, c.start, c.end): (number, c) for number, c in found}
    return sorted(once.values(), key=lambda pair: (pair[0], pair[1].start))
