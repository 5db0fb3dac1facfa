"""One of our encoders over pairs of texts: every window alone on one thread, many side by side."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence, Sized
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from assay.adapters.onnx_session import open_halves, open_model
from assay.adapters.scorers.pair_encoding import MAX_QUESTION, PairEncoder, Window
from assay.budget import current_budget
from assay.model_files import tokenizer_file
from assay.types import Passage

# Windows between two looks at the clock: a second or so of one core.
ROWS_AT_ONCE = 64

Row = TypeVar("Row", bound=Sized)
Done = TypeVar("Done")
Outputs = tuple[NDArray[np.float32], ...]


@dataclass(frozen=True, slots=True)
class Begun:
    """A window after the first layer: what the network is likely to say, and where to go on."""

    window: Window
    guess: float
    states: NDArray[np.float32]

    def __len__(self) -> int:
        """Its tokens."""
        return len(self.window)


VECTOR = "embedding"  # what a network gives beside, of a single text


class PairNetwork:
    """A network with its tokenizer; safe to share between threads."""

    def __init__(
        self, folder: Path, threads: int | None = None, max_question: int = MAX_QUESTION
    ) -> None:
        """Load the model in `folder`; it runs on `threads` cores, or on all."""
        # Every window runs alone on one thread: the int8 scales of a row then depend on that row
        # only, no padding is computed, and as many windows run side by side as there are cores.
        self._halves = open_halves(folder, threads=1)
        self._whole = None if self._halves else open_model(folder, threads=1)
        outputs = self._whole.get_outputs() if self._whole else ()
        self._wanted = [each.name for each in outputs if each.name != VECTOR]
        self._pool = ThreadPoolExecutor(threads or os.cpu_count() or 1)
        self._encoder = PairEncoder(tokenizer_file(folder), max_question)

    def windows(self, question: str, passage: Passage) -> list[Window]:
        """The rows that one pair needs; none when the passage has no words."""
        return self._encoder.windows(question, passage)

    def windows_of(self, pairs: Iterable[tuple[str, Passage]]) -> list[list[Window]]:
        """The same for each of many pairs, which takes half the time."""
        return self._encoder.windows_of(pairs)

    @property
    def can_guess(self) -> bool:
        """True when there is a guess to be had before the end."""
        return bool(self._halves)

    def run(self, windows: Iterable[Sequence[Window]]) -> list[list[Outputs]]:
        """What the network says of each window, without the batch axis, group by group."""
        return self._each(self._row, windows)

    def begin(self, windows: Iterable[Sequence[Window]]) -> list[list[Begun]]:
        """Each window after the first layer, group by group; only where a guess can be had."""
        return self._each(self._begun, windows)

    def finish(self, begun: Iterable[Sequence[Begun]]) -> list[list[Outputs]]:
        """What `run` would have said of the windows."""
        return self._each(self._finished, begun)

    def _each(self, work: Callable[[Row], Done], rows: Iterable[Sequence[Row]]) -> list[list[Done]]:
        """The work done on every row, on all cores, group by group."""
        groups = [list(group) for group in rows]
        # Long ones first: what runs last, when the other cores are done, is then short.
        ordered = sorted((row for group in groups for row in group), key=lambda row: -len(row))
        done: dict[int, Done] = {}
        for first in range(0, len(ordered), ROWS_AT_ONCE):
            current_budget().check()  # a pass cannot be stopped, but the next one need not begin
            some = ordered[first : first + ROWS_AT_ONCE]
            done.update(zip(map(id, some), self._pool.map(work, some), strict=True))
        return [[done[id(row)] for row in group] for group in groups]

    def _row(self, window: Window) -> Outputs:
        if self._whole is None:
            return self._finished(self._begun(window))
        return tuple(output[0] for output in self._whole.run(self._wanted, window.fed))

    def _begun(self, window: Window) -> Begun:
        guess, states = self._halves[0].run(["guess", "states"], window.fed)
        return Begun(window, float(guess[0]), states)

    def _finished(self, begun: Begun) -> Outputs:
        outputs = self._halves[1].run(None, {"states": begun.states})
        return tuple(output[0] for output in outputs)
