"""Weights between those of a shipped model and those that were trained on from it.

`python -m recipes.assayer.mix --start model.onnx --weights work/student_float.pt --share 0.4 --out
mixed.pt`

What training on new examples gained is mostly kept on the way between the two, and so is what it
would have lost (Wortsman et al., "Robust fine-tuning of zero-shot models", 2022).
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
from torch import Tensor

from recipes.assayer.first import restored


def between(first: dict[str, Tensor], last: dict[str, Tensor], share: float) -> dict[str, Tensor]:
    """The weights so much of the way from one end to the other."""
    return {n: torch.lerp(v.float(), last[n].float().to(v.device), share) for n, v in first.items()}


def mixed(start: Path, weights: Path, share: float) -> dict[str, Tensor]:
    """Every weight, so much of the way from those of the model `start` to the trained ones."""
    new = torch.load(weights, weights_only=True, map_location="cpu")
    return between(restored(start), new, share)


def options_of(described: str | None) -> argparse.ArgumentParser:
    """What every mixing wants to know."""
    parser = argparse.ArgumentParser(description=described)
    parser.add_argument(
        "--start", type=Path, required=True, help="model.onnx that training began with"
    )
    parser.add_argument("--weights", type=Path, required=True, help="what came of it")
    parser.add_argument("--share", type=float, required=True, help="of the second")
    parser.add_argument("--out", type=Path, required=True)
    return parser


def save(state: dict[str, Tensor], path: Path) -> None:
    """Write the weights in half precision."""
    torch.save({name: value.half() for name, value in state.items()}, path)


def main() -> None:
    """Mix and write."""
    options = options_of(__doc__).parse_args()
    save(mixed(options.start, options.weights, options.share), options.out)


if __name__ == "__main__":
    main()
