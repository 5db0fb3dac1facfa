"""Low-rank adapters for a frozen language model: y = W x + scale * B A x, only A and B learn."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

ATTENTION = ("q_proj", "k_proj", "v_proj", "o_proj")
FEED_FORWARD = ("gate_proj", "up_proj", "down_proj")
TARGETS = ATTENTION + FEED_FORWARD


class LoraLinear(nn.Module):
    """A frozen linear layer with a trainable low-rank addition; it begins as the layer itself."""

    def __init__(self, base: nn.Linear, rank: int, alpha: float, dropout: float = 0.0) -> None:
        """Freeze the layer and add A (small random) and B (zero)."""
        super().__init__()
        self.base = base.requires_grad_(False)
        self.alpha, self.scale = alpha, alpha / rank
        self.dropout = nn.Dropout(dropout)
        device = base.weight.device
        self.a = nn.Parameter(torch.empty(rank, base.in_features, device=device))
        self.b = nn.Parameter(torch.zeros(base.out_features, rank, device=device))
        nn.init.kaiming_uniform_(self.a, a=math.sqrt(5))

    def forward(self, x: Tensor) -> Tensor:
        """The layer's output plus the low-rank one, in the precision of the input."""
        low = nn.functional.linear(self.dropout(x), self.a.to(x.dtype))
        return self.base(x) + self.scale * nn.functional.linear(low, self.b.to(x.dtype))


def add_lora(model: nn.Module, rank: int, alpha: float, dropout: float = 0.0) -> int:
    """Wrap every target layer of a model in place; gives back how many numbers will learn."""
    model.requires_grad_(False)
    for parent in list(model.modules()):
        for name, child in list(parent.named_children()):
            if name in TARGETS and isinstance(child, nn.Linear):
                setattr(parent, name, LoraLinear(child, rank, alpha, dropout))
    return sum(p.numel() for p in model.parameters() if p.requires_grad)


def lora_weights(model: nn.Module) -> dict[str, np.ndarray]:
    """The trained matrices by the name of their layer, as "layers.0.self_attn.q_proj.a"."""
    found = {}
    for name, module in model.named_modules():
        if isinstance(module, LoraLinear):
            layer = name[name.index("layers.") :]
            found[f"{layer}.a"] = module.a.detach().float().cpu().numpy()
            found[f"{layer}.b"] = module.b.detach().float().cpu().numpy()
    return found


def save_lora(path: Path, weights: dict[str, np.ndarray], alpha: float) -> None:
    """Write the matrices in half precision with the alpha they were trained with."""
    half = {name: matrix.astype(np.float16) for name, matrix in weights.items()}
    np.savez(path, alpha=np.float32(alpha), **half)


def fill_lora(model: nn.Module, path: Path) -> None:
    """Give the matrices of an adapted model the values of a stored adapter of the same form."""
    with np.load(path) as file:
        stored = {name: file[name] for name in file.files}
    for name, module in model.named_modules():
        if isinstance(module, LoraLinear):
            layer = name[name.index("layers.") :]
            for part, values in (("a", module.a), ("b", module.b)):
                matrix = torch.from_numpy(stored[f"{layer}.{part}"].astype(np.float32))
                if matrix.shape != values.shape or float(stored["alpha"]) != module.alpha:
                    raise SystemExit(f"{path} has another rank or alpha than the adapter")
                values.data = matrix.to(values.device)
