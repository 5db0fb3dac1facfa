"""One of our encoders over pairs of texts: every window alone on one thread, many side by side."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from assay.adapters.onnx_session import open_model
from assay.adapters.scorers.pair_encoding import MAX_QUESTION, PairEncoder, Window
from assay.budget import current_budget
from assay.model_files import tokenizer_file
from assay.types import Passage

# Windows between two looks at the clock: a second or so of one core.
ROWS_AT_ONCE = 64

Outputs = tuple[NDArray[np.float32], ...]


class PairNetwork:
    """A network with its tokenizer; safe to share between threads."""

    def __init__(
        self, folder: Path, threads: int | None = None, max_question: int = MAX_QUESTION
    ) -> None:
        """Load the model in `folder`; it runs on `threads` cores, or on all."""
        # Every window runs alone on one thread: the int8 scales of a row then depend on that row
        # only, no padding is computed, and as many windows run side by side as there are cores.
        self._session = open_model(folder, threads=1)
        self._pool = ThreadPoolExecutor(threads or os.cpu_count() or 1)
        self._encoder = PairEncoder(tokenizer_file(folder), max_question)

    def windows(self, question: str, passage: Passage) -> list[Window]:
        """The rows that one pair needs; none when the passage has no words."""
        return self._encoder.windows(question, passage)

    def windows_of(self, pairs: Iterable[tuple[str, Passage]]) -> list[list[Window]]:
        """The same for each of many pairs, which takes half the time."""
        return self._encoder.windows_of(pairs)

    def run(self, windows: Iterable[Sequence[Window]]) -> list[list[Outputs]]:
        """What the network says of each window, without the batch axis, group by group."""
        groups = [list(group) for group in windows]
        # Long ones first: what runs last, when the other cores are done, is then short.
        rows = sorted((w for group in groups for w in group), key=lambda w: -len(w.ids))
        seen: dict[int, Outputs] = {}
        for first in range(0, len(rows), ROWS_AT_ONCE):
            current_budget().check()  # a pass cannot be stopped, but the next one need not begin
            some = rows[first : first + ROWS_AT_ONCE]
            seen.update(zip(map(id, some), self._pool.map(self._row, some), strict=True))
        return [[seen[id(window)] for window in group] for group in groups]

    def _row(self, window: Window) -> Outputs:
        ids = window.ids[None]
        outputs = self._session.run(
            None,
            {
                "input_ids": ids,
                "attention_mask": np.ones_like(ids),
                "token_type_ids": window.types[None],
            },
        )
        return tuple(output[0] for output in outputs)
