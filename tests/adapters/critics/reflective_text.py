"""Completions of a reflective model, written by hand: texts with the probabilities of choices."""

from __future__ import annotations

from math import log

from assay.types import Completion, Token


def said(*pieces: str | dict[str, float]) -> Completion:
    """A completion of sure words and of choices by probability, the first of which was taken."""
    tokens = []
    for piece in pieces:
        choices = piece if isinstance(piece, dict) else {piece: 1.0}
        text, sure = next(iter(choices.items()))
        tokens.append(Token(text, log(sure), tuple((t, log(p)) for t, p in choices.items())))
    return Completion("".join(token.text for token in tokens), tuple(tokens), tokens=len(tokens))


RELEVANT = {"[Relevant]": 0.8, "[Irrelevant]": 0.2}
FULLY = {
    "[Fully supported]": 0.5,
    "[Partially supported]": 0.3,
    "[No support / Contradictory]": 0.2,
}
USEFUL = {
    "[Utility:5]": 0.4,
    "[Utility:4]": 0.2,
    "[Utility:3]": 0.2,
    "[Utility:2]": 0.1,
    "[Utility:1]": 0.1,
}
