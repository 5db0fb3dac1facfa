"""Export the trained network to one int8 ONNX file.

`python -m recipes.verifier.export --weights student.pt --backbone DIR --float float32.onnx --out
DIR`
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
from pathlib import Path

import torch
from torch import Tensor, nn

from recipes.assayer.quantise import OPSET, quantize
from recipes.verifier.nli_network import NliNetwork, build


class Exported(nn.Module):
    """The network as one graph: stance logits [rows, 3]."""

    def __init__(self, network: NliNetwork) -> None:
        """Wrap a trained network."""
        super().__init__()
        self.network = network

    def forward(self, ids: Tensor, mask: Tensor, types: Tensor) -> Tensor:
        """Logits of supported, contradicted, absent."""
        hidden = self.network.encoder(
            input_ids=ids, attention_mask=mask, token_type_ids=types
        ).last_hidden_state
        return self.network.stance(hidden[:, 0])


def main() -> None:
    """Export and quantise; `calibrate.py` comes after."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--backbone", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--float", type=Path, required=True, help="where the float32 graph goes")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    network = build(options.backbone)
    state = torch.load(options.weights, weights_only=True, map_location="cpu")
    network.load_state_dict({name: value.float() for name, value in state.items()})
    network.encoder.set_attn_implementation("eager")
    ids = torch.tensor([[101, 7592, 102, 2088, 102, 0], [101, 2088, 2003, 102, 7592, 102]])
    types = torch.tensor([[0, 0, 0, 1, 1, 0], [0, 0, 0, 0, 1, 1]])
    names = ["input_ids", "attention_mask", "token_type_ids"]
    axes = {name: {0: "rows", 1: "length"} for name in names}
    torch.onnx.export(
        Exported(network.eval()),
        (ids, (ids != 0).long(), types),
        str(options.float),
        input_names=names,
        output_names=["stance"],
        dynamic_axes=axes | {"stance": {0: "rows"}},
        opset_version=OPSET,
        dynamo=False,  # the traced graph is the one that the quantiser knows
    )
    quantize(options.float, options.out / "model.onnx", seven_bits=True)
    shutil.copyfile(options.backbone / "tokenizer.json", options.out / "tokenizer.json")
    lines = ['name = "verifier"', 'version = "uncalibrated"', "[files]"]
    for name in ("model.onnx", "tokenizer.json"):
        digest = hashlib.sha256((options.out / name).read_bytes()).hexdigest()
        lines.append(f'"{name}" = "{digest}"')
    lines += ["[calibration.stance]", "temperature = 1.0"]
    (options.out / "card.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{(options.out / 'model.onnx').stat().st_size / 2**20:.1f} MiB")


if __name__ == "__main__":
    main()
