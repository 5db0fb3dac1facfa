"""A model's raw output made into plain text: what it wrote, without what it let slip."""

from __future__ import annotations

import re

from assay.steps.answer.prompts import NO_ANSWER
from assay.text.sanitise import visible
from assay.text.sentences import segments

# A tail of this many characters made of one short unit is a loop, not a figure of speech.
LOOP_LENGTH = 240
MAX_UNIT = 120
MIN_COPIES = 3
LOOP_TAIL = 2 * MIN_COPIES * MAX_UNIT
"""Characters at the end of a text that are enough to see a loop."""


def loop_start(text: str) -> int | None:
    """Where the repeated copies at the end of a text begin, just past the first one, or None."""
    for size in range(1, MAX_UNIT + 1):
        copies = max(MIN_COPIES, -(-LOOP_LENGTH // size))
        unit = text[-size:]
        if len(text) >= size * copies and text.endswith(unit * copies):
            return _first_copy_end(text, unit)
    return None


def _first_copy_end(text: str, unit: str) -> int:
    start = len(text)
    while start >= len(unit) and text.startswith(unit, start - len(unit)):
        start -= len(unit)
    return start + len(unit)


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
    rf"|(?:the|this|these)\s+(?:provided\s+|given\s+)?"
    rf"(?:evidence|excerpts?|documents?|passages?|text)\s+(?:does|do){_NOT}\b"
    rf"|(?:no|none\s+of\s+the)\s+(?:excerpts?|documents?|passages?)\b[^.\n]{{0,40}}"
    rf"\b(?:answers?|says?|states?|contains?|mentions?)\b"
    r"|(?:it is\s+)?(?:unknown|unanswerable|not\s+(?:known|stated))\W*\Z)",
    re.IGNORECASE,
)


def clean_reply(text: str) -> str:
    """The answer without hidden characters, thoughts, chat tokens, a leading label or a loop."""
    text = visible(text)
    for pattern in (_THOUGHT, _TOKEN, _FENCE):
        text = pattern.sub("", text)
    text = _LABEL.sub("", text, count=1).strip()
    start = loop_start(text)
    return text if start is None else text[:start].rstrip()


def without_repeats(text: str) -> str:
    """The text without sentences that say the very words of the one before them."""
    kept, before = "", ""
    at = 0
    for start, end in segments(text):
        sentence = text[start:end]
        if sentence != before:
            kept += text[at:end]
        at, before = end, sentence
    return (kept + text[at:]).strip()


def is_refusal(text: str) -> bool:
    """True when a model says, in one way or another, that it has no answer."""
    return not text or NO_ANSWER in text or _DECLINED.match(text) is not None
