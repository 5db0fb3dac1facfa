"""From a draft to an answer: the one place where assay decides to answer or to refuse."""

from __future__ import annotations

from assay.steps.citations import is_verbatim
from assay.types import Answer, Draft, Evidence

NO_EVIDENCE = "no evidence passed the check"


def conclude(question: str, strategy: str, evidence: Evidence, draft: Draft) -> Answer:
    """The answer with the citations that hold, or a refusal with its reason."""
    sound = tuple(c for c in draft.citations if is_verbatim(c, evidence))
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
    )
