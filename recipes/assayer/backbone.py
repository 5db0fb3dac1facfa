"""Backbones: two vocabularies made one, and weights made small enough to carry."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from transformers import AutoConfig, AutoModel

# BERT's vocabulary stands in MPNet's four rows later; only the special tokens have other rows.
CLS, SEP, PAD = 101, 102, 0
MPNET = {CLS: 0, SEP: 2, PAD: 1}


def load_encoder(folder: Path) -> tuple[nn.Module, Any]:
    """The encoder in `folder`, from weights.pt or model.safetensors, and its configuration."""
    config = AutoConfig.from_pretrained(folder)
    packed = folder / "weights.pt"
    if packed.exists():
        encoder = AutoModel.from_config(config, add_pooling_layer=False)
        state = unpack(torch.load(packed, weights_only=True))
        lost = encoder.load_state_dict(state, strict=False).missing_keys
        if lost:
            raise ValueError(f"{packed} has no weights for {lost[:3]}")
    else:
        encoder = AutoModel.from_pretrained(folder, add_pooling_layer=False)
    return encoder.float(), config


def half_precision(device: str) -> torch.autocast:
    """Products in bfloat16 on a GPU; processors without it would take hours."""
    return torch.autocast(device, torch.bfloat16, enabled=device == "cuda")


def as_mpnet(ids: Tensor) -> Tensor:
    """The same text in MPNet's numbering."""
    shifted = ids + 4
    for ours, theirs in MPNET.items():
        shifted = torch.where(ids == ours, theirs, shifted)
    return shifted


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
