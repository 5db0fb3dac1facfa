"""A model's raw output made into plain text: what it wrote, without what it let slip."""

from __future__ import annotations

import re

from assay.steps.neutralise import visible
from assay.steps.prompts import NO_ANSWER
from assay.steps.repetition import loop_start

_THOUGHT = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL | re.IGNORECASE)
_TOKEN = re.compile(r"<\|[^<>|\n]{1,40}\|>|</?s>|\[/?INST\]")
_FENCE = re.compile(r"</?evidence>", re.IGNORECASE)
_LABEL = re.compile(
    r"\A\s*(?:\*\*)?(?:(?:the\s+)?(?:final\s+)?answer(?:\s+to\s+(?:this|the)\s+question)?(?:\s+is)?"
    r"|response)(?:\*\*)?\s*:\s*",
    re.IGNORECASE,
)
_NOT = r"(?:\s*not|n['\u2019]t)"
_DECLINED = re.compile(
    rf"\A\W*(?:no[ _-]?answer\b"
    rf"|(?:i|we)\s+(?:do{_NOT}|can{_NOT}|can['\u2019]t)\s+(?:know|answer|find)\b"
    rf"|(?:the|this)\s+(?:provided\s+|given\s+)?(?:evidence|passages?|text)\s+(?:does|do){_NOT}\b"
    r"|(?:it is\s+)?(?:unknown|unanswerable|not\s+(?:known|stated))\W*\Z)",
    re.IGNORECASE,
)


def tidy(text: str) -> str:
    """The answer without hidden characters, thoughts, chat tokens, a leading label or a loop."""
    text = visible(text)
    for pattern in (_THOUGHT, _TOKEN, _FENCE):
        text = pattern.sub("", text)
    text = _LABEL.sub("", text, count=1).strip()
    start = loop_start(text)
    return text if start is None else text[:start].rstrip()


def is_refusal(text: str) -> bool:
    """True when a model says, in one way or another, that it has no answer."""
    return not text or NO_ANSWER in text or _DECLINED.match(text) is not None
