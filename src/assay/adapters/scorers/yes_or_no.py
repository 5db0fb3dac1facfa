"""What a chat model meant by its reply: yes, no, or nothing that can be relied on."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from assay.types import Completion, Token

# Marks that models put around a bare word, such as **Yes.** or "no".
_EDGE = r"[\s*_`\"'\u2018-\u201d()\[\].,:;!-]{0,12}"
_LABEL = r"(?:(?:so|thus|hence|therefore),?\s+)?(?:(?:the|my)\s+)?(?:final\s+)?(?:answer|verdict)"
# Tried in this order, the last match of each: a labelled answer, a bare word as a sentence.
_LABELLED = re.compile(rf"\b{_LABEL}(?:\s+is)?{_EDGE}\b(yes|no)\b(?![ \t]+\w)", re.IGNORECASE)
_BARE = re.compile(rf"(?:^|[.!?\n]){_EDGE}\b(yes|no)\b{_EDGE}(?=$|\n)", re.IGNORECASE)
_OPENING = re.compile(rf"^{_EDGE}\b(yes|no)\b[*_]*(?:[.,;:!\n]|\s+[-\u2013\u2014])", re.IGNORECASE)
_THOUGHT = re.compile(r"^.*</think(?:ing)?>", re.IGNORECASE | re.DOTALL)
_UNFINISHED = re.compile(r"<think(?:ing)?>", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Word:
    """The decisive word of a reply: what it says, and where it stands."""

    yes: bool
    start: int


def decisive_word(reply: str) -> Word | None:
    """The word that carries the answer, or None when the reply does not clearly say it."""
    thought = _THOUGHT.match(reply)
    start = thought.end() if thought else 0
    said = reply[start:]
    if _UNFINISHED.search(said):
        return None
    opening = _OPENING.search(said)
    for pattern in (_LABELLED, _BARE):
        found = list(pattern.finditer(said))
        if found:
            return _word(found[-1], start)
    return _word(opening, start) if opening else None


def probability_of_yes(completion: Completion, word: Word) -> float | None:
    """How likely the model was to say yes rather than no there; None without log-probabilities."""
    token = _token_at(completion, word.start)
    if token is None:
        return None
    weights = {"yes": 0.0, "no": 0.0}
    for text, logprob in token.alternatives or ((token.text, token.logprob),):
        letters = re.sub(r"[^a-z]", "", text.lower())
        for answer in weights:
            if letters and answer.startswith(letters):
                weights[answer] += math.exp(min(0.0, logprob))
    total = weights["yes"] + weights["no"]
    return weights["yes"] / total if total > 0 else None


def _word(match: re.Match[str], offset: int) -> Word:
    return Word(match.group(1).lower() == "yes", offset + match.start(1))


def _token_at(completion: Completion, place: int) -> Token | None:
    """The token that covers a place in the text, if the tokens do spell the text."""
    if "".join(token.text for token in completion.logprobs) != completion.text:
        return None
    end = 0
    for token in completion.logprobs:
        end += len(token.text)
        if place < end:
            return token
    return None
