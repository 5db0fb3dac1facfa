"""How much retrieval a question needs, from its vector alone: a small head on the embedder."""

from __future__ import annotations

import zipfile
from io import BytesIO
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from assay.errors import ModelError
from assay.model_files import MODELS, load_card
from assay.ports import Embedder
from assay.tracing import step
from assay.types import Complexity

DEFAULT_FOLDER = MODELS / "complexity"
WEIGHTS = "head.npz"
CLASSES = tuple(Complexity)
_CURE = "run `assay doctor`, which compares the files with their checksums"


class EmbeddingClassifier:
    """Softmax regression over the embedder's vector; recipes/complexity makes the weights."""

    def __init__(self, embedder: Embedder, folder: Path = DEFAULT_FOLDER) -> None:
        """Load the head in `folder`, which fits only the embedder it was trained on."""
        card = load_card(folder)
        wanted, have = card.raw.get("embedder"), getattr(embedder, "identity", None)
        if wanted != have:
            raise ModelError(
                f"the classifier in {folder} was trained on another embedder ({wanted})",
                hint="train it again with recipes/complexity",
            )
        self._embedder = embedder
        try:
            content = BytesIO((folder / WEIGHTS).read_bytes())
            with np.load(content, allow_pickle=False) as stored:
                self._weights = np.asarray(stored["weights"], np.float32)
                self._bias = np.asarray(stored["bias"], np.float32)
        except (OSError, EOFError, ValueError, KeyError, zipfile.BadZipFile) as error:
            raise ModelError(f"{folder / WEIGHTS} cannot be read: {error}", hint=_CURE) from error
        if self._weights.shape != (card.raw.get("dimension"), len(CLASSES)):
            raise ModelError(f"{folder / WEIGHTS} has the wrong form", hint=_CURE)

    @step("classify", lambda complexity: {"complexity": complexity.value})
    def classify(self, question: str) -> Complexity:
        """The likeliest of none, single and multi."""
        return CLASSES[int(np.argmax(self.probabilities(question)))]

    def probabilities(self, question: str) -> NDArray[np.float32]:
        """How likely each class is, in the order of `Complexity`."""
        scores = (self._embedder.embed([question]) @ self._weights + self._bias)[0]
        powers = np.exp(scores - scores.max())
        shares: NDArray[np.float32] = powers / powers.sum()
        return shares
