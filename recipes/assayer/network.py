"""One encoder with four outputs: relevance, answer start, answer end, and sentence relevance."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import Tensor, nn

from recipes.assayer.backbone import PAD, as_mpnet, load_encoder

START, END, STRIP = 0, 1, 2
MAX_SENTENCES = 40  # of a window; what follows counts to the last


class Network(nn.Module):
    """Judges and reads a passage in one pass; token output = (start, end, sentence) logits."""

    def __init__(self, encoder: nn.Module, hidden: int, *, is_mpnet: bool) -> None:
        """Put fresh heads on an encoder."""
        super().__init__()
        self.encoder = encoder
        self.is_mpnet = is_mpnet
        self.relevance = nn.Sequential(nn.Linear(hidden, hidden), nn.GELU(), nn.Linear(hidden, 1))
        self.tokens = nn.Linear(hidden, 3)

    def states(self, ids: Tensor, types: Tensor) -> tuple[Tensor, ...]:
        """What every layer makes of the tokens, the embeddings first."""
        told = self.told(ids, types) | {"attention_mask": (ids != PAD).long()}
        return self.encoder(**told, output_hidden_states=True).hidden_states

    def told(self, ids: Tensor, types: Tensor) -> dict[str, Tensor]:
        """The tokens as the encoder takes them."""
        if self.is_mpnet:  # it has no types; nothing of them keeps the input in a graph
            return {"input_ids": as_mpnet(ids) + 0 * types}
        return {"input_ids": ids, "token_type_ids": types}

    def judge(self, last: Tensor) -> tuple[Tensor, Tensor]:
        """Relevance logit of each row, and the three logits of each token."""
        return self.relevance(last[:, 0]).squeeze(-1), self.tokens(last)

    def forward(self, ids: Tensor, types: Tensor) -> tuple[Tensor, Tensor]:
        """The outputs for rows of tokens."""
        return self.judge(self.states(ids, types)[-1])


def build(folder: Path) -> Network:
    """A network on the backbone in `folder`: config.json with weights.pt or model.safetensors."""
    encoder, config = load_encoder(folder)
    return Network(encoder, config.hidden_size, is_mpnet=config.model_type == "mpnet")


def sentence_logits(logits: Tensor, sentence: Tensor) -> tuple[Tensor, Tensor]:
    """Mean token logit of every sentence, and which exist; `sentence` is -1 off the text."""
    inside = sentence >= 0
    rows = sentence.clamp_min(0).long()
    zeros = torch.zeros(len(logits), MAX_SENTENCES, device=logits.device, dtype=logits.dtype)
    total = zeros.scatter_add(1, rows, logits * inside)
    count = zeros.scatter_add(1, rows, inside.to(logits.dtype))
    return total / count.clamp_min(1), count > 0
