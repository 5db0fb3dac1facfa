"""Citations: a span of the answer tied to a span of a source that says so."""

from __future__ import annotations

from assay.steps.sentences import sentence_spans
from assay.types import Citation, Evidence, Strip


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
    )


def sentence_around(text: str, start: int, end: int) -> tuple[int, int]:
    """The smallest run of whole sentences that holds `text[start:end]`."""
    touched = [(a, b) for a, b in sentence_spans(text) if a < end and b > start]
    if not touched:
        return start, end
    return min(start, touched[0][0]), max(end, touched[-1][1])


def is_verbatim(citation: Citation, evidence: Evidence) -> bool:
    """True when the quote stands, character for character, where the citation says it does."""
    return any(_quotes(citation, strip) for strip in evidence.strips)


def _quotes(citation: Citation, strip: Strip) -> bool:
    first = citation.start - strip.document_start
    last = citation.end - strip.document_start
    return (
        citation.evidence == strip.id
        and citation.source == strip.passage.source
        and 0 <= first < last <= len(strip.text)  # an empty quote proves nothing
        and strip.text[first:last] == citation.quote
    )
