"""One encoder with four outputs: relevance, answer start, answer end, and sentence relevance."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import Tensor, nn
from transformers import AutoConfig, AutoModel

# BERT's vocabulary stands in MPNet's four rows later; only the special tokens have other rows.
CLS, SEP, PAD = 101, 102, 0
MPNET = {CLS: 0, SEP: 2, PAD: 1}
START, END, STRIP = 0, 1, 2


class Network(nn.Module):
    """Judges and reads a passage in one pass; token output = (start, end, sentence) logits."""

    def __init__(self, encoder: nn.Module, hidden: int, *, is_mpnet: bool) -> None:
        """Put fresh heads on an encoder."""
        super().__init__()
        self.encoder = encoder
        self.is_mpnet = is_mpnet
        self.relevance = nn.Sequential(nn.Linear(hidden, hidden), nn.GELU(), nn.Linear(hidden, 1))
        self.tokens = nn.Linear(hidden, 3)

    def forward(self, ids: Tensor, types: Tensor) -> tuple[Tensor, Tensor]:
        """Relevance logit of each row, and the three logits of each token."""
        mask = (ids != PAD).long()
        if self.is_mpnet:
            states = self.encoder(input_ids=as_mpnet(ids), attention_mask=mask)
        else:
            states = self.encoder(input_ids=ids, attention_mask=mask, token_type_ids=types)
        hidden = states.last_hidden_state
        return self.relevance(hidden[:, 0]).squeeze(-1), self.tokens(hidden)


def as_mpnet(ids: Tensor) -> Tensor:
    """The same text in MPNet's numbering."""
    shifted = ids + 4
    for ours, theirs in MPNET.items():
        shifted = torch.where(ids == ours, theirs, shifted)
    return shifted


def build(folder: Path) -> Network:
    """A network on the backbone in `folder`: config.json with weights.pt or model.safetensors."""
    config = AutoConfig.from_pretrained(folder)
    packed = folder / "weights.pt"
    if packed.exists():
        encoder = AutoModel.from_config(config, add_pooling_layer=False)
        encoder.load_state_dict(unpack(torch.load(packed, weights_only=True)), strict=False)
    else:
        encoder = AutoModel.from_pretrained(folder, add_pooling_layer=False)
    return Network(encoder.float(), config.hidden_size, is_mpnet=config.model_type == "mpnet")


def pack(state: dict[str, Tensor]) -> dict[str, Tensor]:
    """Weights in a quarter of the bytes: matrices as int8 with a scale for each row."""
    packed: dict[str, Tensor] = {}
    for name, value in state.items():
        if value.ndim == 2 and value.is_floating_point():
            scale = value.float().abs().amax(1, keepdim=True).clamp_min(1e-8) / 127
            packed[name + "#int8"] = (value.float() / scale).round().to(torch.int8)
            packed[name + "#scale"] = scale
        else:
            packed[name] = value.half() if value.is_floating_point() else value
    return packed


def unpack(packed: dict[str, Tensor]) -> dict[str, Tensor]:
    """What `pack` made, as float32 again."""
    state: dict[str, Tensor] = {}
    for name, value in packed.items():
        if name.endswith("#int8"):
            state[name[:-5]] = value.float() * packed[name[:-5] + "#scale"]
        elif not name.endswith("#scale"):
            state[name] = value.float() if value.is_floating_point() else value
    return state


def sentence_logits(logits: Tensor, sentence: Tensor) -> tuple[Tensor, Tensor]:
    """Mean token logit of every sentence, and which exist; `sentence` is -1 off the text."""
    inside = sentence >= 0
    rows = sentence.clamp_min(0).long()
    most = int(rows.max()) + 1
    zeros = torch.zeros(len(logits), most, device=logits.device, dtype=logits.dtype)
    total = zeros.scatter_add(1, rows, logits * inside)
    count = zeros.scatter_add(1, rows, inside.to(logits.dtype))
    return total / count.clamp_min(1), count > 0
