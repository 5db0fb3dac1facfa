"""Text from outside, made into plain data: nothing hidden in it, nothing that plays a prompt.

Words are kept, also those that say "ignore your instructions": they are evidence to be judged
like any other. What goes is everything a reader cannot see, and what stays can no longer be
mistaken for a fence, a chat turn or a token of a model. Each mark is replaced by one lookalike.
"""

from __future__ import annotations

import re
import unicodedata

# Formatting (zero-width, bidi, tags), controls, surrogates and private use: all unseen.
UNSEEN = {"Cf", "Cc", "Cs", "Co"}
# Letters and marks that print as nothing, and the sign for a byte that could not be read.
BLANKS = frozenset("\u115f\u1160\u17b4\u17b5\u3164\uffa0\u034f\u2800\ufffd")
LINE_ENDS = str.maketrans(dict.fromkeys("\r\v\f\x85\u2028\u2029", "\n"))
LOOKALIKE = str.maketrans("<>[]`~|=-", "\u2039\u203a\u27e6\u27e7'\u223c\u00a6\u2550\u2014")

_RUNS = re.compile(r"([<>`~=-])\1+")
# How many of a mark in a row make a fence; a pair of hyphens or equal signs is ordinary text.
_FENCE_FROM = {"<": 2, ">": 2, "`": 3, "~": 3, "=": 5, "-": 5}
_TOKENS = re.compile(r"<[|\uff5c][^<>\n]{0,80}[|\uff5c]>|</?s>|</?bos>|</?eos>", re.IGNORECASE)
_TAGS = re.compile(
    r"</?\s*(?:system|user|assistant|human|developer|tool|tools|function|functions|instructions?|"
    r"prompt|context|evidence|excerpts?|passages?|paragraph|strips?|documents?|sources?|question|answer|"
    r"quotes?|data|thinking|think|scratchpad|(?:start|end)_of_turn)\b[^<>\n]{0,80}>?",
    re.IGNORECASE,
)
# Turns of instruction-tuned models, and the reflection tokens of Self-RAG.
_BRACKETS = re.compile(
    r"\[/?(?:INST|SYS|SYSTEM|USER|ASSISTANT)\]|\[(?:No )?Retrieval\]|"
    r"\[Continue to Use Evidence\]|\[(?:Ir)?relevant\]|\[(?:Fully|Partially) supported\]|"
    r"\[No support / Contradictory\]|\[Utility:\s*\d\]",
    re.IGNORECASE,
)
_ROLE_LINE = re.compile(
    r"^([ \t]*(?:#{1,6}[ \t]*|\*{2}[ \t]*)?(?:system(?: prompt)?|user|assistant|human|ai|developer|"
    r"instructions?|response|input|tool|function)(?:\*{2})?[ \t]*):",
    re.IGNORECASE | re.MULTILINE,
)


def sanitise(text: str) -> str:
    """The text with unseen characters dropped and prompt marks replaced by lookalikes."""
    text = visible(text)
    for marks in (_RUNS, _TOKENS, _TAGS, _BRACKETS):
        text = marks.sub(_defused, text)
    return _ROLE_LINE.sub("\\1\ua789", text)


def visible(text: str) -> str:
    """Only the characters that a reader would see, with every line end as a newline."""
    text = text.replace("\r\n", "\n").translate(LINE_ENDS)
    unseen = {ord(c): None for c in set(text) if c not in "\n\t" and _is_unseen(c)}
    return text.translate(unseen) if unseen else text


def _is_unseen(character: str) -> bool:
    if character.isascii():
        return character < " " or character == "\x7f"
    return (
        character in BLANKS
        or unicodedata.category(character) in UNSEEN
        or "\ufe00" <= character <= "\ufe0f"  # variation selectors can carry bytes
        or "\U000e0100" <= character <= "\U000e01ef"
    )


def _defused(match: re.Match[str]) -> str:
    mark = match.group()
    if match.re is _RUNS and len(mark) < _FENCE_FROM[mark[0]]:
        return mark
    return mark.translate(LOOKALIKE)
