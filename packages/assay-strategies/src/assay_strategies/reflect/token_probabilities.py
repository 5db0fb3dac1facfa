"""The probabilities of whole words in what a model wrote, however its tokenizer cuts them."""

from __future__ import annotations

import math
from collections.abc import Sequence

from assay.types import Token


def group_probabilities(
    tokens: Sequence[Token], place: int, group: Sequence[str]
) -> tuple[float, ...]:
    """How likely each word of a group was at that character, summing to one; empty if none was.

    A word may be one token or several. As long as the tokens written are the beginning that all
    words share, the reading goes on; the probability of a word is that of the path up to where
    it parts from the others, over all alternatives that the model shows there. White space
    before a word is no part of it.
    """
    weights = [0.0] * len(group)
    end, path = 0, 0.0  # where the token ends; the log-probability of what all words share
    for token in tokens:
        start, end = end, end + len(token.text)
        if end <= place:
            continue
        so_far = _written(tokens, place, start)
        for text, logprob in _alternatives(token):
            said = _from_place(text, token.text, place - start)
            word = None if said is None else _only_one(group, (so_far + said).lstrip())
            if word is not None:
                weights[word] += math.exp(min(0.0, path + logprob))
        said = _from_place(token.text, token.text, place - start) or ""
        if not all(word.startswith((so_far + said).lstrip()) for word in group):
            break
        path += min(0.0, token.logprob)
    total = sum(weights)
    return tuple(weight / total for weight in weights) if total > 0 else ()


def mean_likelihood(tokens: Sequence[Token]) -> float:
    """The geometric mean of the tokens' probabilities, from 0 to 1; 0 when there are none."""
    if not tokens:
        return 0.0
    return math.exp(min(0.0, sum(token.logprob for token in tokens) / len(tokens)))


def _written(tokens: Sequence[Token], place: int, until: int) -> str:
    return "".join(token.text for token in tokens)[place:until]


def _alternatives(token: Token) -> tuple[tuple[str, float], ...]:
    if any(text == token.text for text, _ in token.alternatives):
        return token.alternatives
    return ((token.text, token.logprob), *token.alternatives)


def _from_place(text: str, chosen: str, skip: int) -> str | None:
    """The part of an alternative after the place, if up to there it is what was written."""
    skip = max(0, skip)
    return text[skip:] if text[:skip] == chosen[:skip] else None


def _only_one(group: Sequence[str], said: str) -> int | None:
    """The number of the only word that begins as was said, or was said in full."""
    if not said:
        return None
    fits = [i for i, word in enumerate(group) if word.startswith(said) or said.startswith(word)]
    return fits[0] if len(fits) == 1 else None
