"""Our verifier network: how likely a text supports a claim, contradicts it, or is silent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

import numpy as np

from assay.adapters.pair_network import Outputs, PairNetwork
from assay.adapters.scorers.pair_encoding import Window
from assay.adapters.verifiers.digest import digest
from assay.errors import ModelError
from assay.model_files import load_card
from assay.types import NliScores, Passage

# As in training: a claim has its question before it, so it may be longer than a question.
MAX_CLAIM = 96
# Pairs in flight at once, so that a huge batch does not fill the memory.
BLOCK = 256
# A text supports what it says in one place, whatever it leaves open in the others.
LIKELY = 0.5
SILENT = NliScores(0.0, 0.0, 1.0)


class NliModel:
    """Calibrated probabilities of the three NLI labels; safe to share between threads."""

    def __init__(self, folder: Path, threads: int | None = None) -> None:
        """Load the model in `folder`; it runs on `threads` cores, or on all."""
        try:
            self._temperature = float(load_card(folder).raw["calibration"]["stance"]["temperature"])
        except (KeyError, TypeError, ValueError) as error:
            raise ModelError(f"the card in {folder} lacks [calibration.stance]") from error
        if not self._temperature > 0:
            raise ModelError(f"the card in {folder} has a temperature that is not above zero")
        self._network = PairNetwork(folder, threads, MAX_CLAIM)

    def nli(self, pairs: Sequence[tuple[str, Passage]]) -> list[NliScores]:
        """The label of each passage to its claim, in the same order."""
        scores: list[NliScores] = []
        rest = iter(pairs)
        while block := list(islice(rest, BLOCK)):
            windows = [self._windows(*pair) for pair in block]
            scores.extend(map(self._scores, self._network.run(windows)))
        return scores

    def _windows(self, claim: str, passage: Passage) -> list[Window]:
        """The windows of a text; of a long one also what it says of the claim, in one window."""
        windows = self._network.windows(claim, passage)
        if len(windows) > 1 and (said := digest(claim, passage.text)):
            windows += self._network.windows(claim, replace(passage, text=said))[:1]
        return windows

    def _scores(self, windows: list[Outputs]) -> NliScores:
        """Scores of the window that supports the claim, or of the one that says most about it."""
        seen = [self._probabilities(outputs) for outputs in windows]
        best = max(seen, key=lambda scores: scores.supported, default=SILENT)
        if best.supported >= LIKELY:
            return best
        return min(seen, key=lambda scores: scores.absent, default=SILENT)

    def _probabilities(self, outputs: Outputs) -> NliScores:
        logits = outputs[0].astype(np.float64) / self._temperature
        odds = np.exp(logits - logits.max())
        supported, contradicted, absent = (odds / odds.sum()).tolist()
        return NliScores(supported, contradicted, absent)
