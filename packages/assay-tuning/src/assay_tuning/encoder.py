"""Our own encoder as a learner: it learns to judge and does not forget how to read."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from assay.adapters.scorers.pair_encoding import PairEncoder, Window
from assay.errors import ModelError
from assay.extras import require
from assay.model_files import tokenizer_file
from assay_tuning.fit import Pair
from assay_tuning.onnx_weights import Weights, read_weights
from assay_tuning.rounding import fake_quantise

require("torch", extra="train")
require("transformers", extra="train")

import torch
from torch import Tensor, nn
from torch.nn import functional
from transformers import BertConfig, BertModel

KEEP_READING = 0.5
"""Weight of staying with what the network said of every token before the training."""
HEAD_SIZE = 32
JUDGED_AT_ONCE = 32


class Network(nn.Module):
    """The assayer's network: a relevance logit for a row, three logits for each token."""

    def __init__(self, weights: Weights) -> None:
        """Build the network that the weights fit and fill it."""
        super().__init__()
        self.encoder = BertModel(_config(weights), add_pooling_layer=False)
        hidden = self.encoder.config.hidden_size
        self.relevance = nn.Sequential(nn.Linear(hidden, hidden), nn.GELU(), nn.Linear(hidden, 1))
        self.tokens = nn.Linear(hidden, 3)
        state = {name: torch.from_numpy(value.copy()) for name, value in weights.items()}
        missing, unknown = self.load_state_dict(state, strict=False)
        lacking = [name for name in missing if not name.endswith("position_ids")]
        if lacking or unknown:
            raise ModelError(f"the weights do not fit the encoder: {[*lacking, *unknown][:3]}")

    def forward(self, ids: Tensor, mask: Tensor, types: Tensor) -> tuple[Tensor, Tensor]:
        """Relevance logit of each row, and the three logits of each token."""
        hidden = self.encoder(
            input_ids=ids, attention_mask=mask, token_type_ids=types
        ).last_hidden_state
        return self.relevance(hidden[:, 0]).squeeze(-1), self.tokens(hidden)


def _config(weights: Weights) -> BertConfig:
    words, hidden = weights["encoder.embeddings.word_embeddings.weight"].shape
    layers = 1 + max(
        int(n.split(".")[3]) for n in weights if n.startswith("encoder.encoder.layer.")
    )
    return BertConfig(
        vocab_size=words,
        hidden_size=hidden,
        num_hidden_layers=layers,
        num_attention_heads=hidden // HEAD_SIZE,
        intermediate_size=len(weights["encoder.encoder.layer.0.intermediate.dense.bias"]),
        max_position_embeddings=len(weights["encoder.embeddings.position_embeddings.weight"]),
        # The frozen copy and early stopping hold it back; dropout would double the time on a CPU.
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
    )


class Row(Window):
    """A window whose length is that of its tokens."""

    def __len__(self) -> int:
        """Tokens in the row."""
        return len(self.ids)


def _shared_words(row: Row) -> int:
    """How many different tokens of the question stand in the text of the row."""
    return len(set(row.ids[row.types == 0].tolist()) & set(row.ids[row.first :].tolist()))


class EncoderLearner:
    """Learns relevance; a frozen copy of itself keeps the reading and the strips as they were."""

    def __init__(self, folder: Path) -> None:
        """Take up the weights of a model folder of ours."""
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        self.module = Network(read_weights(folder / "model.onnx")).to(self.device)
        # A few thousand pairs touch few words; the others must not drift from them.
        self.module.encoder.embeddings.requires_grad_(requires_grad=False)
        self._before = copy.deepcopy(self.module).eval().requires_grad_(requires_grad=False)
        # A few thousand pairs move a weight by less than a step of int8: unless they learn with the
        # rounding, the export rounds most of what they taught away.
        fake_quantise(self.module.encoder)
        self._encoder = PairEncoder(tokenizer_file(folder))

    def encode(self, pairs: Sequence[Pair]) -> list[Row]:
        """The window of each pair that shares most words with the question; most have only one."""
        rows = []
        for pair in pairs:
            windows = [
                Row(w.ids, w.types, w.first, w.offsets)
                for w in self._encoder.windows(pair.question, pair.passage)
            ]
            if not windows:
                raise ModelError("a passage has no words")
            rows.append(max(windows, key=_shared_words))
        return rows

    def losses(self, rows: Sequence[Row], labels: Sequence[bool]) -> Tensor:
        """Cross entropy of the labels, and the distance from what was read before."""
        inputs = self._tensors(rows)
        relevance, tokens = self.module(*inputs)
        with torch.no_grad():
            _, known = self._before(*inputs)
        judged = functional.binary_cross_entropy_with_logits(relevance, self._targets(labels))
        return judged + KEEP_READING * _distance(tokens, known, inputs[1])

    def judge(self, rows: Sequence[Row], labels: Sequence[bool]) -> tuple[float, list[float]]:
        """The mean cross entropy and the logits, without learning."""
        order = sorted(range(len(rows)), key=lambda i: len(rows[i]))
        logits = [0.0] * len(rows)
        for first in range(0, len(order), JUDGED_AT_ONCE):
            some = order[first : first + JUDGED_AT_ONCE]
            with torch.inference_mode():
                found = self.module(*self._tensors([rows[i] for i in some]))[0]
            for i, logit in zip(some, found.tolist(), strict=True):
                logits[i] = logit
        loss = functional.binary_cross_entropy_with_logits(
            torch.tensor(logits), torch.tensor(labels, dtype=torch.float32)
        )
        return float(loss), logits

    def _targets(self, labels: Sequence[bool]) -> Tensor:
        return torch.tensor(labels, dtype=torch.float32, device=self.device)

    def _tensors(self, rows: Sequence[Row]) -> tuple[Tensor, Tensor, Tensor]:
        longest = max(map(len, rows))
        ids, mask, types = (torch.zeros(len(rows), longest, dtype=torch.long) for _ in range(3))
        for number, row in enumerate(rows):
            ids[number, : len(row)] = torch.from_numpy(row.ids)
            types[number, : len(row)] = torch.from_numpy(row.types)
            mask[number, : len(row)] = 1
        return ids.to(self.device), mask.to(self.device), types.to(self.device)


def _distance(tokens: Tensor, known: Tensor, mask: Tensor) -> Tensor:
    """How far starts, ends and strips moved: a divergence for the two, a square for the third."""
    closed = (1 - mask[..., None].float()) * -1e4
    ours = (tokens[..., :2] + closed).log_softmax(1)
    theirs = (known[..., :2] + closed).log_softmax(1)
    spans = functional.kl_div(ours, theirs, reduction="none", log_target=True).sum((1, 2)).mean()
    squares = (tokens[..., 2] - known[..., 2]).square() * mask
    moved: Any = squares.sum() / mask.sum()
    return spans + 0.1 * moved
