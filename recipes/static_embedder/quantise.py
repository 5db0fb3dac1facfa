"""A table in four bits a number: two numbers in a byte, one scale for each token."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

LARGEST = 7
SHRINK = (1.0, 0.9, 0.8, 0.7, 0.6)
"""Scales tried for each token, as shares of the one that fits its largest number."""

Matrix = NDArray[np.float32]


def four_bits(table: Matrix) -> tuple[NDArray[np.uint8], NDArray[np.float16]]:
    """The numbers of each token in pairs, and the scale that loses least."""
    largest = np.maximum(np.abs(table).max(axis=1, keepdims=True), 1e-6) / LARGEST
    best = np.zeros_like(table, np.int8)
    scales = largest.copy()
    error = np.full((len(table), 1), np.inf, np.float32)
    for share in SHRINK:
        scale = (largest * share).astype(np.float16).astype(np.float32)
        numbers = np.clip(np.round(table / scale), -LARGEST, LARGEST)
        lost = ((numbers * scale - table) ** 2).sum(axis=1, keepdims=True)
        better = lost < error
        best = np.where(better, numbers, best).astype(np.int8)
        scales, error = np.where(better, scale, scales), np.minimum(lost, error)
    nibbles = (best + 8).astype(np.uint8)
    packed: NDArray[np.uint8] = (nibbles[:, 0::2] << 4) | nibbles[:, 1::2]
    return packed, scales[:, 0].astype(np.float16)
