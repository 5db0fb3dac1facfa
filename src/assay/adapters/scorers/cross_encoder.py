"""Any CrossEncoder of sentence-transformers as the evaluator, through torch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from assay.adapters.scorers.reranker import titled
from assay.budget import current_budget
from assay.errors import ModelError
from assay.extras import require
from assay.types import Passage

LABELS = (1, 2)
_HINT = "give the folder of a CrossEncoder with one label, or with two of which the second is yes"


@dataclass(frozen=True, slots=True)
class CrossEncoderScorer:
    """Scores pairs with a CrossEncoder folder: 2 P(relevant) - 1; nothing is downloaded."""

    folder: Path | str
    batch: int = 32
    device: str = ""
    _model: Any = field(init=False, repr=False, compare=False)
    _raw: Any = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Load tokenizer and weights."""
        library = require("sentence_transformers", extra="rerank")
        if not Path(self.folder).is_dir():
            raise ModelError(f"there is no folder {self.folder}", hint=_HINT)
        try:
            model = library.CrossEncoder(
                str(self.folder), device=self.device or None, local_files_only=True
            )
        except Exception as error:  # re-raised by name: a damaged file raises anything in there
            reason = str(error).strip().partition("\n")[0]
            raise ModelError(f"no CrossEncoder in {self.folder}: {reason}", _HINT) from error
        if model.num_labels not in LABELS:
            raise ModelError(f"the CrossEncoder in {self.folder} has {model.num_labels} labels")
        object.__setattr__(self, "_model", model)
        object.__setattr__(self, "_raw", require("torch", extra="rerank").nn.Identity())

    def score(self, question: str, passages: Sequence[Passage]) -> list[float]:
        """One score from -1 to 1 for each passage, in the same order."""
        current_budget().check()
        pairs = [(self._plain(question), self._plain(titled(each))) for each in passages]
        if not pairs:
            return []
        logits = self._model.predict(
            pairs,
            batch_size=self.batch,
            activation_fn=self._raw,
            convert_to_tensor=True,
            show_progress_bar=False,
        ).float()
        margin = logits[:, 1] - logits[:, 0] if logits.ndim == len(LABELS) else logits
        scores: list[float] = (margin / 2).tanh().tolist()  # the same as 2 sigmoid - 1
        return scores

    def _plain(self, text: str) -> str:
        """The text without the tokenizer's own tokens: a quoted "[SEP]" would end the question."""
        for token in self._model.tokenizer.all_special_tokens:
            text = text.replace(token, " ")
        return text.encode("utf-8", "replace").decode("utf-8")
