"""From a draft to an answer, or to a refusal with the reason of whoever left out the text."""

from __future__ import annotations

from collections.abc import Sequence

from assay.errors import BudgetSpentError
from assay.ports import Generator, knows_by_itself
from assay.steps.answer.citations import is_verbatim
from assay.types import Answer, Citation, Draft, Entry, Evidence, Form, Scored

NO_EVIDENCE = "the documents do not seem to answer this"
MAX_CLOSEST = 3


def draft_answer(generator: Generator, question: str, evidence: Evidence) -> Draft:
    """What the generator makes of the evidence; it is not asked when there is none.

    A generator without evidence could only invent; one that is meant to answer all the same says
    so by `answers_without_evidence`. One that runs out of budget ends the run, and the evidence
    gathered so far is kept for the refusal.
    """
    may_invent = knows_by_itself(generator)
    if not evidence.strips and not may_invent:
        return Draft(None, reason=NO_EVIDENCE)
    try:
        return generator.generate(question, evidence)
    except BudgetSpentError as spent:
        return Draft(None, reason=str(spent), notes=(spent.hint,))


def conclude(question: str, strategy: str, evidence: Evidence, draft: Draft) -> Answer:
    """The answer with the citations that hold, or a refusal with its reason."""
    if draft.added:
        evidence += Evidence(draft.added)
    sound = tuple(c for c in draft.citations if _holds(c, draft, evidence))
    # A passage that lost its place among the evidence may still be the one that disagrees.
    read = Evidence(evidence.strips + evidence.dropped)
    notes = evidence.notes + draft.notes
    if len(sound) < len(draft.citations):
        notes += (f"{len(draft.citations) - len(sound)} citation(s) did not hold and were removed",)
    text = draft.text if draft.text and draft.text.strip() else None
    reason = "" if text else draft.reason or NO_EVIDENCE
    return Answer(
        question=question,
        text=text,
        strategy=strategy,
        reason=reason,
        evidence=evidence,
        citations=sound if text else (),
        notes=notes,
        confidence=draft.confidence,
        unsupported=draft.unsupported if text else (),
        form=draft.form if text else Form.REFUSAL,
        entries=draft.entries if text else (),
        closest=draft.closest,
        rivals=tuple(r for r in draft.rivals if is_verbatim(r.citation, read)) if text else (),
    )


def closest(scored: Sequence[Scored]) -> tuple[Entry, ...]:
    """The best-scored passages as entries: what a refusal shows, tested but not found good."""
    best = sorted(scored, key=lambda each: -each.score)[:MAX_CLOSEST]
    return tuple(Entry(s.passage, 0, len(s.passage.text), score=s.score) for s in best)


def _holds(citation: Citation, draft: Draft, evidence: Evidence) -> bool:
    length = len(draft.text or "")
    inside = 0 <= citation.answer_start <= citation.answer_end <= length
    return inside and is_verbatim(citation, evidence)
