"""The CRAG paper's own evaluator: a T5 with a one-number head, through torch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from assay.budget import current_budget
from assay.errors import ModelError
from assay.extras import require
from assay.types import Passage

LONGEST = 512  # tokens, as the paper trained it
_HINT = "give a folder with the files of a T5ForSequenceClassification and its tokenizer"


@dataclass(frozen=True, slots=True)
class T5Scorer:
    """Scores pairs with a T5 from a folder: the published evaluator, or one of your own.

    As in the paper, a pair is read as "question [SEP] passage" and cut at 512 tokens. The paper
    pads every pair to 512; here a batch is padded to its longest pair, which changes no score.
    """

    folder: Path | str
    batch: int = 12
    device: str = ""
    _torch: Any = field(init=False, repr=False, compare=False)
    _tokenizer: Any = field(init=False, repr=False, compare=False)
    _model: Any = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Load tokenizer and weights; nothing is ever downloaded."""
        torch = require("torch", extra="torch")
        transformers = require("transformers", extra="torch")
        device = self.device or ("cuda" if torch.cuda.is_available() else "cpu")
        tokenizer, model = _load(transformers, Path(self.folder))
        object.__setattr__(self, "_torch", torch)
        object.__setattr__(self, "_tokenizer", tokenizer)
        object.__setattr__(self, "_model", model.to(device).eval())

    def score(self, question: str, passages: Sequence[Passage]) -> list[float]:
        """One score from -1 to 1 for each passage, in the same order."""
        pairs = [self._tokens(question, passage) for passage in passages]
        scores = [0.0] * len(pairs)
        # Pairs of like length share a batch, so that little of it is padding.
        order = sorted(range(len(pairs)), key=lambda i: len(pairs[i]))
        for first in range(0, len(order), self.batch):
            current_budget().check()
            chosen = order[first : first + self.batch]
            for i, score in zip(chosen, self._forward([pairs[i] for i in chosen]), strict=True):
                scores[i] = score
        return scores

    def _tokens(self, question: str, passage: Passage) -> list[int]:
        text = f"{self._plain(question)} [SEP] {self._plain(passage.text)}"
        ids: list[int] = self._tokenizer(text, truncation=True, max_length=LONGEST)["input_ids"]
        return ids

    def _plain(self, text: str) -> str:
        """The text without the tokenizer's own tokens: a quoted "</s>" would end the pair."""
        for token in self._tokenizer.all_special_tokens:
            text = text.replace(token, " ")
        return text.encode("utf-8", "replace").decode("utf-8")

    def _forward(self, pairs: list[list[int]]) -> list[float]:
        inputs = self._tokenizer.pad({"input_ids": pairs}, return_tensors="pt")
        with self._torch.inference_mode():
            logits = self._model(**inputs.to(self._model.device)).logits
        # A regression may overshoot the two labels it was trained on.
        scores: list[float] = logits.float().squeeze(-1).clamp(-1, 1).tolist()
        return scores


def _load(transformers: Any, folder: Path) -> tuple[Any, Any]:  # noqa: ANN401 - optional package
    """The tokenizer and the model in the folder, checked to be an evaluator."""
    if not folder.is_dir():
        raise ModelError(f"there is no folder {folder}", hint=_HINT)
    try:
        tokenizer = transformers.AutoTokenizer.from_pretrained(folder, local_files_only=True)
        model, loaded = transformers.T5ForSequenceClassification.from_pretrained(
            folder, local_files_only=True, output_loading_info=True
        )
    except Exception as error:  # re-raised by name: a damaged file raises anything in there
        reason = str(error).strip().partition("\n")[0]
        raise ModelError(f"cannot load a T5 evaluator from {folder}: {reason}", _HINT) from error
    absent = [key for key in loaded["missing_keys"] if key.startswith("classification_head")]
    if absent or model.config.num_labels != 1:
        what = "no trained head" if absent else f"{model.config.num_labels} labels, not one number"
        raise ModelError(f"the T5 in {folder} is not an evaluator: it has {what}", _HINT)
    return tokenizer, model
