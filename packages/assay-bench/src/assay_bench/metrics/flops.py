"""How much arithmetic a transformer needs (Narayanan et al., 2021), as CRAG's table 6 counts it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shape:
    """The size of a transformer with feed-forward layers of four times the hidden size."""

    layers: int
    hidden: int
    vocabulary: int


LLAMA2_7B = Shape(layers=32, hidden=4096, vocabulary=32_000)


def forward_flops(shape: Shape, tokens: int, batch: int = 1) -> float:
    """Floating-point operations of one pass over so many tokens.

    Each layer takes 24 B s h^2 for its matrices and 4 B s^2 h for attention, the output layer
    2 B s h V; B is the batch, s the tokens, h the hidden size, V the vocabulary.
    """
    b, s, h = batch, tokens, shape.hidden
    layers = shape.layers * (24 * b * s * h**2 + 4 * b * s**2 * h)
    return float(layers + 2 * b * s * h * shape.vocabulary)
