"""How little of an answer is said twice or beyond what was asked.

The measure is the share of the answer's content that is new where it stands, times how near its
length comes to what such a question needs: some forty words for a name, a place, a date or a
number, two hundred for anything else.
"""

from __future__ import annotations

import re

from assay.steps.alignment import stems
from assay.steps.keywords import STOP

SHORT_NEED, LONG_NEED = 40, 200
# Runs of this many words that stand there already are a repetition, single words are not.
RUN = 3
_FACT = re.compile(
    r"^\W*(?:(?:in|on|at|by|from|to|for|with|of)\s+)?"
    r"(?:who|whom|whose|when|where|which|how\s+(?:many|much|old|long|far|tall|high|big|large|deep)"
    r"|what\s+(?:year|date|day|city|country|name|time|age|number|color|colour))\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"\w+(?:['\u2019]\w+)*")


def conciseness(text: str, question: str = "") -> float:
    """From 0 to 1; 0 for a text without words."""
    words = [word.casefold() for word in _WORD.findall(text)]
    if not words:
        return 0.0
    need = SHORT_NEED if _FACT.match(question) else LONG_NEED
    return _new_share(words) * min(1.0, need / len(words))


def _new_share(words: list[str]) -> float:
    """The share of runs of words that stand there for the first time."""
    content = [next(iter(stems(word)), word) for word in words if word not in STOP] or words
    size = min(RUN, len(content))
    runs = [tuple(content[at : at + size]) for at in range(len(content) - size + 1)]
    return len(set(runs)) / len(runs)
