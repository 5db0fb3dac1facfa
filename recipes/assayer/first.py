"""The weights of a shipped int8 file as a state to go on from: training need not begin anew.

`python -m recipes.assayer.first --model DIR/model.onnx --out first.pt`
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
from torch import Tensor

from assay_tuning.onnx_weights import read_weights
from recipes.assayer.backbone import pack


def restored(model: Path) -> dict[str, Tensor]:
    """Every weight by the name that the network gives it, in float32."""
    return {name: torch.from_numpy(value) for name, value in read_weights(model).items()}


def main() -> None:
    """Write them packed, as `--first` of a training takes them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    torch.save(pack(restored(options.model)), options.out)


if __name__ == "__main__":
    main()
