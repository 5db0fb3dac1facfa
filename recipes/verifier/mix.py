"""Weights between those of a verifier and those that were trained on from it.

`python -m recipes.verifier.mix --start model.onnx --weights student.pt --share 0.5 --out mixed.pt`

What training on new examples gained is mostly kept half way, and so is what it would have lost
(Wortsman et al., "Robust fine-tuning of zero-shot models", 2022). `--lean` corrects the share of
support that the training examples had and the reported sets have not.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch

from recipes.assayer.first import restored
from recipes.verifier.examples import SUPPORTED


def main() -> None:
    """Mix and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--start", type=Path, required=True, help="model.onnx that training began with"
    )
    parser.add_argument("--weights", type=Path, required=True, help="what came of it")
    parser.add_argument("--share", type=float, required=True, help="of the second")
    parser.add_argument("--lean", type=float, default=0.0, help="added to the logit of support")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    new = torch.load(options.weights, weights_only=True, map_location="cpu")
    old = restored(options.start)
    mixed = {name: torch.lerp(old[name], new[name].float(), options.share) for name in old}
    mixed["stance.3.bias"][SUPPORTED] += options.lean
    torch.save({name: value.half() for name, value in mixed.items()}, options.out)


if __name__ == "__main__":
    main()
