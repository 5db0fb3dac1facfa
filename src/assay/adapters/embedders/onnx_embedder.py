"""Texts to vectors with an ONNX model that pools and normalises by itself."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from assay.adapters.onnx_session import open_model
from assay.adapters.shared_tokenizer import shared_tokenizer
from assay.budget import current_budget
from assay.model_files import MODELS, load_card, tokenizer_file

DEFAULT_FOLDER = MODELS / "embedder"
ROWS_AT_ONCE = 256  # texts between two looks at the clock
TYPES = "token_type_ids"  # of a network that also judges pairs
_MAX_CHARACTERS = 20_000  # far more than fits into the model; spares the tokenizer huge texts


class OnnxEmbedder:
    """Unit vectors from the model in `folder`; texts beyond its `max_length` tokens are cut off."""

    def __init__(self, folder: Path = DEFAULT_FOLDER, threads: int | None = None) -> None:
        """Load the tokenizer and the model, on `threads` threads or as many as there are cores."""
        card = load_card(folder)
        self.identity = f"{card.name} {card.fingerprint}"
        self.dimension = int(card.raw.get("dimension", 0))
        # Every text runs alone on one thread: nothing is padded, its int8 scales depend on nothing
        # else, and texts side by side are a third faster than threads that share a batch.
        self._session = open_model(folder, threads=1)
        self._takes_types = any(each.name == TYPES for each in self._session.get_inputs())
        self._pool = ThreadPoolExecutor(threads or os.cpu_count() or 1)
        self._tokenizer = shared_tokenizer(tokenizer_file(folder))
        self._max_length = int(card.raw.get("max_length", 256))

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row for each text, each of length one."""
        clipped = [text[:_MAX_CHARACTERS] for text in texts]
        rows = self._tokens(clipped)
        vectors = np.zeros((len(texts), self.dimension), np.float32)
        # Long ones first: what runs last, when the other cores are done, is then short.
        order = sorted(range(len(rows)), key=lambda at: -len(rows[at]))
        for first in range(0, len(order), ROWS_AT_ONCE):
            current_budget().check()
            some = order[first : first + ROWS_AT_ONCE]
            found = self._pool.map(self._run, (rows[at] for at in some))
            for at, vector in zip(some, found, strict=True):
                vectors[at] = vector
        return vectors

    def _tokens(self, texts: list[str]) -> list[list[int]]:
        """The tokens of each text, as many as the model takes, between its marks."""
        room = self._max_length - self._tokenizer.num_special_tokens_to_add(is_pair=False)
        encodings = self._tokenizer.encode_batch_fast(texts, add_special_tokens=False)
        for encoding in encodings:
            encoding.truncate(room)
        return [self._tokenizer.post_process(encoding).ids for encoding in encodings]

    def _run(self, row: list[int]) -> NDArray[np.float32]:
        ids = np.array([row], np.int64)
        feed = {"input_ids": ids, "attention_mask": np.ones_like(ids)}
        if self._takes_types:
            feed[TYPES] = np.zeros_like(ids)
        found: NDArray[np.float32] = self._session.run(["embedding"], feed)[0][0]
        return found
