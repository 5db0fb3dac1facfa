"""Texts to vectors with an ONNX model that pools and normalises by itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from assay.adapters.onnx_session import open_session
from assay.errors import ModelError
from assay.model_files import load_card

DEFAULT_FOLDER = Path(__file__).parents[2] / "models" / "embedder"
BATCH_TOKENS = 2048  # tokens in one run of the model, padding included: what stays in cache
_MAX_CHARACTERS = 20_000  # far more than fits into the model; spares the tokenizer huge texts


class OnnxEmbedder:
    """Unit vectors from the model in `folder`; texts beyond its `max_length` tokens are cut off."""

    def __init__(self, folder: Path = DEFAULT_FOLDER, threads: int | None = None) -> None:
        """Load the tokenizer and the model, on `threads` threads or as many as there are cores."""
        card = load_card(folder)
        self.identity = f"{card.name} {card.fingerprint}"
        self.dimension = int(card.raw.get("dimension", 0))
        self._session = open_session(folder / "model.onnx", threads or 0)
        try:
            self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        except Exception as error:  # the library raises bare Exception for any unreadable file
            raise ModelError(
                f"the tokenizer in {folder} cannot be loaded: {error}",
                hint="run `assay doctor`, which compares the files with their checksums",
            ) from error
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(int(card.raw.get("max_length", 256)))

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row for each text, each of length one."""
        vectors = np.zeros((len(texts), self.dimension), np.float32)
        clipped = [text[:_MAX_CHARACTERS] for text in texts]
        rows = [encoding.ids for encoding in self._tokenizer.encode_batch_fast(clipped)]
        for batch in _batches([len(row) for row in rows]):
            ids = np.zeros((len(batch), max(len(rows[at]) for at in batch)), np.int64)
            mask = np.zeros_like(ids)
            for line, at in enumerate(batch):
                ids[line, : len(rows[at])] = rows[at]
                mask[line, : len(rows[at])] = 1
            vectors[batch] = self._session.run(None, {"input_ids": ids, "attention_mask": mask})[0]
        return vectors


def _batches(lengths: list[int]) -> Iterator[list[int]]:
    """Positions in groups of like length, so that little of a batch is padding."""
    batch: list[int] = []
    for at in sorted(range(len(lengths)), key=lambda at: lengths[at]):
        if batch and (len(batch) + 1) * lengths[at] > BATCH_TOKENS:
            yield batch
            batch = []
        batch.append(at)
    if batch:
        yield batch
