"""MPNet's attention by the fused kernel: the library's own writes every weight to memory."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional
from transformers.models.mpnet.modeling_mpnet import MPNetEncoder, MPNetSelfAttention


def fuse_attention(encoder: nn.Module) -> None:
    """Let every attention layer of an MPNet use torch's fused attention; the results are the same.

    The relative positions come in as a bias. They are no longer trained (the fused kernel's
    gradient of a bias costs more than the rest of it), nor are single attention weights dropped.
    """
    for part in encoder.modules():
        if isinstance(part, MPNetEncoder):
            part.relative_attention_bias.weight.requires_grad_(False)
            part.__class__ = _OneBias
        elif isinstance(part, MPNetSelfAttention):
            part.__class__ = _Fused


class _OneBias(MPNetEncoder):
    """The layers, with one bias of positions for all rows instead of a copy for each."""

    def compute_position_bias(self, x: Tensor, *rest: object, **named: object) -> Tensor:
        """The bias of positions, [1, heads, length, length]."""
        return super().compute_position_bias(x[:1], *rest, **named)


class _Fused(MPNetSelfAttention):
    """One attention layer in one kernel."""

    def forward(
        self,
        hidden_states: Tensor,
        attention_mask: Tensor | None = None,
        position_bias: Tensor | None = None,
        **_: object,
    ) -> tuple[Tensor]:
        """What the layer adds to the states."""
        rows, length, _width = hidden_states.shape
        query, key, value = (
            linear(hidden_states).view(rows, length, self.num_attention_heads, -1).transpose(1, 2)
            for linear in (self.q, self.k, self.v)
        )
        bias = torch.zeros((), dtype=query.dtype, device=query.device)
        if position_bias is not None:
            bias = bias + position_bias.to(query.dtype)
        if attention_mask is not None:
            # Finite, so that a low precision does not make it infinite less infinite.
            bias = bias + attention_mask.clamp_min(-1e4).to(query.dtype)
        bias = bias.expand(rows, self.num_attention_heads, length, length)
        mixed = functional.scaled_dot_product_attention(query, key, value, attn_mask=bias)
        return (self.o(mixed.transpose(1, 2).reshape(rows, length, -1)),)
