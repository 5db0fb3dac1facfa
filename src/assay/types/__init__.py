"""The nouns of assay: frozen values that flow between the parts."""

from __future__ import annotations

from assay.types.answers import Answer, Facts, ModelCost, Step
from assay.types.chat import Completion, Message, Piece, Role, Token
from assay.types.checks import Check, NliLabel, NliScores, Outcome, SentenceCheck
from assay.types.complexity import Complexity
from assay.types.drafts import Citation, Draft, Rival, Span
from assay.types.evidence import (
    Correction,
    Evidence,
    Findings,
    Hit,
    Kind,
    Page,
    PagesRead,
    Passage,
    Ranked,
    Scored,
    Strip,
    Thresholds,
    Verdict,
)
from assay.types.forms import Entry, Form
from assay.types.places import NO_PLACE, BlockKind, BlockSpan, Place
from assay.types.reflection import RankedSegment, Reflection, Segment

__all__ = [
    "NO_PLACE",
    "Answer",
    "BlockKind",
    "BlockSpan",
    "Check",
    "Citation",
    "Completion",
    "Complexity",
    "Correction",
    "Draft",
    "Entry",
    "Evidence",
    "Facts",
    "Findings",
    "Form",
    "Hit",
    "Kind",
    "Message",
    "ModelCost",
    "NliLabel",
    "NliScores",
    "Outcome",
    "Page",
    "PagesRead",
    "Passage",
    "Piece",
    "Place",
    "Ranked",
    "RankedSegment",
    "Reflection",
    "Rival",
    "Role",
    "Scored",
    "Segment",
    "SentenceCheck",
    "Span",
    "Step",
    "Strip",
    "Thresholds",
    "Token",
    "Verdict",
]
