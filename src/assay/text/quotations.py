"""Whether what an answer puts in quotation marks was said."""

from __future__ import annotations

import re

from assay.text.sentences import sentence_spans
from assay.types import Evidence

MIN_QUOTE_WORDS = 3
MAX_QUOTES = 20
_QUOTED = re.compile(r"[\"\u201c\u00ab]([^\"\u201c\u201d\u00ab\u00bb\n]{8,400})[\"\u201d\u00bb]")


def quotations_hold(sentence: str, evidence: Evidence) -> bool:
    """True when whatever stands in quotation marks stands in some strip too, word for word."""
    said = [_bare(quote) for quote in _QUOTED.findall(sentence)]
    long = [quote for quote in said if len(quote.split()) >= MIN_QUOTE_WORDS]
    if len(long) > MAX_QUOTES:
        return False  # no sentence has so many, and each is looked for in all of the evidence
    texts = [f" {_bare(strip.text)} " for strip in evidence.strips] if long else []
    return all(any(f" {quote} " in text for text in texts) for quote in long)


def stands_word_for_word(words: str, text: str) -> bool:
    """True when the words stand in the text in a row."""
    wanted = _bare(words)
    return bool(wanted) and f" {wanted} " in f" {_bare(text)} "


def said_word_for_word(sentence: str, text: str) -> bool:
    """True when one of the sentences of the text has these words and no others."""
    wanted = _bare(sentence)
    if not wanted or wanted not in _bare(text):
        return False
    return any(_bare(text[start:end]) == wanted for start, end in sentence_spans(text))


def _bare(text: str) -> str:
    """The words of a quotation without case and punctuation."""
    return " ".join(re.findall(r"\w+", text.casefold()))
