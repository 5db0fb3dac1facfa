"""What the embedder says of single tokens: the vectors that the table starts from."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from tokenizers import Tokenizer

from assay.model_files import tokenizer_file

CLS, SEP = 101, 102
BATCH = 256

Matrix = NDArray[np.float32]


def token_vectors(folder: Path) -> Matrix:
    """The embedder's vector of every token of its vocabulary, read as a text of its own."""
    tokenizer = Tokenizer.from_file(str(tokenizer_file(folder)))
    session = onnxruntime.InferenceSession(
        str(folder / "model.onnx"), providers=["CPUExecutionProvider"]
    )
    size = tokenizer.get_vocab_size()
    rows = []
    for first in range(0, size, BATCH):
        tokens = np.arange(first, min(first + BATCH, size), dtype=np.int64)
        ids = np.stack([np.full_like(tokens, CLS), tokens, np.full_like(tokens, SEP)], axis=1)
        feed = {"input_ids": ids, "attention_mask": np.ones_like(ids)}
        rows.append(session.run(None, feed)[0])
    return np.concatenate(rows).astype(np.float32)


def principal(vectors: Matrix, dimension: int) -> Matrix:
    """The vectors around their mean, turned onto the directions in which they differ most."""
    centred = vectors - vectors.mean(axis=0)
    _, _, directions = np.linalg.svd(centred, full_matrices=False)
    return np.ascontiguousarray(centred @ directions[:dimension].T)
