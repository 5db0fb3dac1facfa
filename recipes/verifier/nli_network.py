"""An encoder with one output: supported, contradicted or absent."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import Tensor, nn

from recipes.assayer.backbone import PAD, as_mpnet, load_encoder, unpack


class NliNetwork(nn.Module):
    """Reads `[CLS] claim [SEP] title [SEP] text [SEP]` and says what the text says of the claim."""

    def __init__(self, encoder: nn.Module, hidden: int, *, is_mpnet: bool) -> None:
        """Put a fresh head on an encoder."""
        super().__init__()
        self.encoder = encoder
        self.is_mpnet = is_mpnet
        self.stance = nn.Sequential(
            nn.Linear(hidden, hidden), nn.GELU(), nn.Dropout(0.1), nn.Linear(hidden, 3)
        )

    def forward(self, ids: Tensor, types: Tensor) -> Tensor:
        """Three logits for each row."""
        mask = (ids != PAD).long()
        if self.is_mpnet:
            states = self.encoder(input_ids=as_mpnet(ids), attention_mask=mask)
        else:
            states = self.encoder(input_ids=ids, attention_mask=mask, token_type_ids=types)
        return self.stance(states.last_hidden_state[:, 0])


def build(folder: Path, start: Path | None = None) -> NliNetwork:
    """A network on the backbone in `folder`; `start`: an assayer whose encoder it takes over."""
    encoder, config = load_encoder(folder)
    if start is not None:
        state = unpack(torch.load(start, weights_only=True, map_location="cpu"))
        prefix = "encoder."
        own = {k[len(prefix) :]: v.float() for k, v in state.items() if k.startswith(prefix)}
        encoder.load_state_dict(own)
    return NliNetwork(encoder, config.hidden_size, is_mpnet=config.model_type == "mpnet")
