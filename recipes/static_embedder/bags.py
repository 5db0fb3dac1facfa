"""Texts as bags of tokens, as the adapter weighs them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from tokenizers import Tokenizer

MAX_TOKENS = 512


class Bags:
    """Turns texts into rows of token weights: the square root of how often each token occurs."""

    def __init__(self, tokenizer: Path) -> None:
        """Load the tokenizer; special tokens are left out."""
        self._tokenizer = Tokenizer.from_file(str(tokenizer))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(MAX_TOKENS)
        self.size = self._tokenizer.get_vocab_size()

    def rows(self, texts: Sequence[str]) -> csr_matrix:
        """One row for each text."""
        encoded = self._tokenizer.encode_batch_fast(list(texts), add_special_tokens=False)
        ids, weights, ends = [], [], [0]
        for each in encoded:
            tokens, counts = np.unique(np.array(each.ids, np.int32), return_counts=True)
            ids.append(tokens)
            weights.append(np.sqrt(counts).astype(np.float32))
            ends.append(ends[-1] + len(tokens))
        data = np.concatenate(weights) if weights else np.zeros(0, np.float32)
        columns = np.concatenate(ids) if ids else np.zeros(0, np.int32)
        return csr_matrix((data, columns, ends), shape=(len(texts), self.size))


def frequencies(bags: csr_matrix) -> NDArray[np.float64]:
    """The share of texts that hold each token, with one text added that holds all."""
    holding = np.bincount(bags.indices, minlength=bags.shape[1])
    found: NDArray[np.float64] = (holding + 1) / (bags.shape[0] + 1)
    return found
