"""Texts to vectors by a table of token vectors: no network is run."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from assay.errors import ModelError
from assay.model_files import MODELS, load_card, tokenizer_file
from assay_documents.sandbox.regular_file import open_regular

DEFAULT_FOLDER = MODELS / "static"
TABLE = "table.npz"
VECTORS, SCALES = "vectors", "scales"
_MAX_CHARACTERS = 20_000  # spares the tokenizer huge texts; passages are far shorter
_AT_ONCE = 256  # texts whose tokens are held in memory together
_HINT = "run `assay doctor`, which compares the files with their checksums"


class StaticEmbedder:
    """Unit vectors from the table in `folder`: the weighted sum of the vectors of a text's tokens.

    A token counts by the square root of how often it occurs. The order of words is not seen, so
    it finds less than a network does, some hundred times as fast.
    """

    def __init__(self, folder: Path = DEFAULT_FOLDER) -> None:
        """Read the card; the tokenizer and the table are loaded with the first text.

        Questions to an index that has better vectors of all its passages never need them.
        """
        card = load_card(folder)
        self._folder = folder
        self.identity = f"{card.name} {card.fingerprint}"
        self.dimension = int(card.raw.get("dimension", 0))
        self._max_length = int(card.raw.get("max_length", 512))

    @cached_property
    def _table(self) -> NDArray[np.float32]:
        table = _read_table(self._folder / TABLE)
        if table.shape != (self._tokenizer.get_vocab_size(), self.dimension):
            raise ModelError(
                f"the table in {self._folder} belongs to another tokenizer or card", hint=_HINT
            )
        return table

    @cached_property
    def _tokenizer(self) -> Tokenizer:
        try:
            tokenizer = Tokenizer.from_file(str(tokenizer_file(self._folder)))
        except Exception as error:  # the library raises bare Exception for any unreadable file
            raise ModelError(
                f"the tokenizer in {self._folder} cannot be loaded: {error}", hint=_HINT
            ) from error
        tokenizer.no_padding()
        tokenizer.enable_truncation(self._max_length)
        return tokenizer

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row for each text, each of length one."""
        vectors = np.zeros((len(texts), self.dimension), np.float32)
        for first in range(0, len(texts), _AT_ONCE):
            several = [text[:_MAX_CHARACTERS] for text in texts[first : first + _AT_ONCE]]
            encoded = self._tokenizer.encode_batch_fast(several, add_special_tokens=False)
            for at, each in enumerate(encoded, first):
                ids, counts = np.unique(np.array(each.ids, np.int32), return_counts=True)
                vectors[at] = np.sqrt(counts, dtype=np.float32) @ self._table[ids]
        # A text without tokens still needs a direction; all such texts share one.
        vectors[~vectors.any(axis=1), 0] = 1.0
        unit: NDArray[np.float32] = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
        return unit


def _read_table(path: Path) -> NDArray[np.float32]:
    """The vectors of all tokens: two numbers of four bits in a byte, one scale for each token."""
    try:
        with open_regular(path) as stream, np.load(stream, allow_pickle=False) as stored:
            packed, scales = stored[VECTORS], stored[SCALES]
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
        raise ModelError(f"the table {path} cannot be loaded: {error}", hint=_HINT) from error
    if packed.dtype != np.uint8 or packed.ndim != 2 or scales.shape != packed.shape[:1]:  # noqa: PLR2004 - a table
        raise ModelError(f"{path} is not a table of token vectors", hint=_HINT)
    table = np.empty((len(packed), 2 * packed.shape[1]), np.float32)
    table[:, 0::2], table[:, 1::2] = packed >> 4, packed & 15
    table -= 8
    table *= scales.astype(np.float32)[:, None]
    return table
