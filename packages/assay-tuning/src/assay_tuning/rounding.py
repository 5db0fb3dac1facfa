"""Train with the rounding that the int8 file will have, so that the file loses little.

As the export writes it: weights in seven bits, symmetric, by output channel; what comes in with a
scale found for each text, and the embedding tables with one, in eight bits. Rounding has no slope,
so the gradient passes it as if it were not there.
"""

from __future__ import annotations

from assay.extras import require

require("torch", extra="train")

from torch import Tensor, nn
from torch.nn import functional

WEIGHT_LEVELS = 64  # on either side of zero: with all eight bits older processors would saturate
LEVELS = 255
TINY = 1e-8


def fake_quantise(encoder: nn.Module) -> None:
    """Make every linear layer and embedding table of the encoder round as the int8 graph does."""
    for part in encoder.modules():
        if type(part) is nn.Linear:
            part.__class__ = _RoundedLinear
        elif type(part) is nn.Embedding:
            part.__class__ = _RoundedEmbedding


def plain(encoder: nn.Module) -> None:
    """Take the rounding away again."""
    for part in encoder.modules():
        if type(part) is _RoundedLinear:
            part.__class__ = nn.Linear
        elif type(part) is _RoundedEmbedding:
            part.__class__ = nn.Embedding


def _round(values: Tensor) -> Tensor:
    return values + (values.round() - values).detach()


class _RoundedLinear(nn.Linear):
    """A linear layer that multiplies whole numbers.

    Whole numbers up to 256 are exact in bfloat16 and the sums are kept in 32 bits: the product is
    the one of the int8 kernel.
    """

    def forward(self, states: Tensor) -> Tensor:
        """The product of rounded states and rounded weights."""
        states = states.float()
        low = states.detach().amin((-2, -1), keepdim=True).clamp_max(0)
        high = states.detach().amax((-2, -1), keepdim=True).clamp_min(0)
        step = ((high - low) / LEVELS).clamp_min(TINY)
        scale = (self.weight.detach().abs().amax(1) / WEIGHT_LEVELS).clamp_min(TINY)
        weight = _round(self.weight / scale[:, None])
        product = functional.linear(_round(states / step), weight).float()
        return product * (step * scale) + self.bias


class _RoundedEmbedding(nn.Embedding):
    """A table of vectors with as many levels as a byte has."""

    def forward(self, ids: Tensor) -> Tensor:
        """The rounded vectors of the words."""
        table = self.weight.detach()
        step = ((table.amax() - table.amin()) / LEVELS).clamp_min(TINY)
        return functional.embedding(ids, _round(self.weight / step) * step)
