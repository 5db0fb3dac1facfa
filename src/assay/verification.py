"""Any text checked against any evidence: markers such as [2] are read as its citations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assay.ports import Verifier
from assay.steps.answer.markers import numbered_markers
from assay.steps.correct.refine import whole
from assay.steps.verify.claims import claims_of
from assay.steps.verify.sentence_checks import MAX_SENTENCES
from assay.text.overlap import coverage, statement
from assay.types import Check, Citation, Draft, Evidence, Passage
from assay_documents.passages.cut import MAX_WORDS
from assay_documents.passages.sizes import split_prose


def verify_text(
    verifier: Verifier, text: str, evidence: Sequence[Passage], question: str = ""
) -> Check:
    """What the verifier finds, sentence by sentence; [n] in the text points at the n-th passage."""
    known, draft = _as_evidence(text, [_parts(each) for each in evidence])
    return verifier.verify(" ".join(question.split()), known, draft)


def _as_evidence(text: str, texts: list[list[Passage]]) -> tuple[Evidence, Draft]:
    """All parts as evidence, and the text with each [n] tied to the part of text n that fits best.

    The markers themselves become spaces: to a verifier they would be numbers of parts.
    """
    citations = []
    for claim in claims_of(text)[:MAX_SENTENCES]:  # no more are read
        wanted = statement(claim.text)
        for number in claim.cited:
            parts = texts[number - 1] if 1 <= number <= len(texts) else []
            best = max(parts, key=lambda p: coverage(wanted, p.text, p.title), default=None)
            name = whole(best).id if best else ""
            citations.append(Citation(claim.start, claim.end, name, "", 0, 0, "", 0.0))
    bare = list(text)
    for start, end, _ in numbered_markers(text):
        bare[start:end] = " " * (end - start)
    strips = tuple(whole(part) for parts in texts for part in parts)
    return Evidence(strips), Draft("".join(bare), tuple(citations))


def _parts(text: Passage) -> list[Passage]:
    """A text in passages short enough to be read whole."""
    return [
        replace(text, id=f"{text.id}#{number}", text=text.text[start:end], start=start)
        for number, (start, end) in enumerate(split_prose(text.text, MAX_WORDS))
    ]
