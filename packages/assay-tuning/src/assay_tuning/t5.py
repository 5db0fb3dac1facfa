"""The paper's evaluator as a learner: a T5 with one output, regressed to -1 and 1."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from assay.adapters.scorers.t5_scorer import LONGEST
from assay.errors import ModelError
from assay.extras import require
from assay_tuning.fit import Pair

require("torch", extra="train")
require("transformers", extra="train")

import torch
from torch import Tensor
from torch.nn import functional
from transformers import AutoTokenizer, T5ForSequenceClassification

JOIN = " [SEP] "
JUDGED_AT_ONCE = 16


class T5Learner:
    """Learns "question [SEP] passage", cut at 512 tokens, as the CRAG authors train it."""

    def __init__(self, name: str) -> None:
        """Take up a T5 by its name or its folder, with a fresh head unless it has one."""
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        try:
            self.tokenizer = AutoTokenizer.from_pretrained(name)
            self.module: Any = T5ForSequenceClassification.from_pretrained(
                name, num_labels=1, problem_type="regression"
            ).to(self.device)
        except Exception as error:  # re-raised by name: the library raises anything in there
            reason = str(error).strip().partition("\n")[0]
            raise ModelError(
                f"no T5 could be loaded from '{name}': {reason}",
                hint="give a folder with a T5, or a name such as google-t5/t5-large and a network",
            ) from error

    def encode(self, pairs: Sequence[Pair]) -> list[list[int]]:
        """Each pair as the authors write it, in token ids."""
        texts = [f"{self._plain(p.question)}{JOIN}{self._plain(p.passage.text)}" for p in pairs]
        if not texts:
            return []
        rows: list[list[int]] = self.tokenizer(texts, truncation=True, max_length=LONGEST)[
            "input_ids"
        ]
        return rows

    def _plain(self, text: str) -> str:
        """The text without the tokenizer's own tokens: a quoted "</s>" would end the pair."""
        for token in self.tokenizer.all_special_tokens:
            text = text.replace(token, " ")
        return text.encode("utf-8", "replace").decode("utf-8")

    def losses(self, rows: Sequence[list[int]], labels: Sequence[bool]) -> Tensor:
        """The squared distance from -1 or 1."""
        return functional.mse_loss(self._outputs(rows), _targets(labels).to(self.device))

    def judge(self, rows: Sequence[list[int]], labels: Sequence[bool]) -> tuple[float, list[float]]:
        """The mean squared distance and the outputs, without learning."""
        order = sorted(range(len(rows)), key=lambda i: len(rows[i]))
        outputs = [0.0] * len(rows)
        for first in range(0, len(order), JUDGED_AT_ONCE):
            some = order[first : first + JUDGED_AT_ONCE]
            with torch.inference_mode():
                found = self._outputs([rows[i] for i in some])
            for i, value in zip(some, found.tolist(), strict=True):
                outputs[i] = value
        return float(functional.mse_loss(torch.tensor(outputs), _targets(labels))), outputs

    def save(self, folder: Path) -> None:
        """Write the model as `T5Scorer` and transformers read it."""
        self.module.save_pretrained(folder)
        self.tokenizer.save_pretrained(folder)

    def _outputs(self, rows: Sequence[list[int]]) -> Tensor:
        inputs = self.tokenizer.pad({"input_ids": list(rows)}, return_tensors="pt").to(self.device)
        outputs: Tensor = self.module(**inputs).logits.float().squeeze(-1)
        return outputs


def _targets(labels: Sequence[bool]) -> Tensor:
    return torch.tensor([1.0 if label else -1.0 for label in labels])
