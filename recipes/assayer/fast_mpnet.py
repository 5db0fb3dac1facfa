"""MPNet's attention by the fused kernel: the library's own writes every weight to memory."""

from __future__ import annotations

import inspect
from types import MethodType
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional


def fuse_attention(encoder: nn.Module) -> None:
    """Let every attention layer of an MPNet use torch's fused attention; the results are the same.

    The relative positions come in as a bias. They are no longer trained (the fused kernel's
    gradient of a bias costs more than the rest of it), nor are single attention weights dropped.
    """
    for part in encoder.modules():
        if type(part).__name__ == "MPNetEncoder":
            part.relative_attention_bias.weight.requires_grad_(False)
            part.compute_position_bias = MethodType(_unexpanded(type(part)), part)
        if type(part).__name__ == "MPNetSelfAttention":
            taken = inspect.signature(type(part).forward)
            part.forward = MethodType(_fused(taken), part)


def _unexpanded(kind: type[Any]) -> Any:
    original = kind.compute_position_bias

    def compute_position_bias(self: Any, states: Tensor, *rest: Any, **named: Any) -> Tensor:
        """One bias for all rows, in the precision of the products."""
        bias: Tensor = original(self, states[:1], *rest, **named)
        return bias.to(
            torch.get_autocast_dtype(bias.device.type)
            if torch.is_autocast_enabled(bias.device.type)
            else bias.dtype
        )

    return compute_position_bias


def _fused(taken: inspect.Signature) -> Any:
    def forward(self: Any, *given: Any, **named: Any) -> tuple[Tensor]:
        told = taken.bind(self, *given, **named).arguments
        states = told["hidden_states"]
        rows, length, _ = states.shape
        query, key, value = (
            linear(states).view(rows, length, self.num_attention_heads, -1).transpose(1, 2)
            for linear in (self.q, self.k, self.v)
        )
        bias = told["position_bias"].to(query.dtype)
        if told.get("attention_mask") is not None:
            # Finite, so that a low precision does not make it infinite less infinite.
            bias = bias + told["attention_mask"].clamp_min(-1e4).to(query.dtype)
        bias = bias.expand(rows, -1, -1, -1)
        mixed = functional.scaled_dot_product_attention(query, key, value, attn_mask=bias)
        return (self.o(mixed.transpose(1, 2).reshape(rows, length, -1)),)

    return forward
