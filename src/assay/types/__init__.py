"""The nouns of assay: frozen values that flow between the parts."""

from __future__ import annotations

from assay.types.answers import Answer, Facts, Step
from assay.types.chat import Completion, Message, Piece, Role, Token
from assay.types.checks import Check, SentenceCheck, Stance, StanceScores
from assay.types.complexity import Complexity
from assay.types.drafts import Citation, Draft, Span
from assay.types.evidence import (
    Correction,
    Evidence,
    Findings,
    Hit,
    Kind,
    Page,
    Passage,
    Reading,
    Scored,
    Strip,
    Thresholds,
    Verdict,
)
from assay.types.reflection import Judged, Reflection, Segment

__all__ = [
    "Answer",
    "Check",
    "Citation",
    "Completion",
    "Complexity",
    "Correction",
    "Draft",
    "Evidence",
    "Facts",
    "Findings",
    "Hit",
    "Judged",
    "Kind",
    "Message",
    "Page",
    "Passage",
    "Piece",
    "Reading",
    "Reflection",
    "Role",
    "Scored",
    "Segment",
    "SentenceCheck",
    "Span",
    "Stance",
    "StanceScores",
    "Step",
    "Strip",
    "Thresholds",
    "Token",
    "Verdict",
]
