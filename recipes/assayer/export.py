"""Export the trained network to one int8 ONNX file.

`python -m recipes.assayer.export --weights polished.pt --backbone DIR --float float32.onnx --out
DIR`
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional

from recipes.assayer.network import Network, build
from recipes.assayer.quantise import OPSET, quantize
from recipes.assayer.smooth import feeds, smooth

LARGE_DIMENSION = 768


class Exported(nn.Module):
    """The network as one graph: relevance [rows], start, end, strip logits [rows, length, 3]."""

    def __init__(self, network: Network) -> None:
        """Wrap a trained network."""
        super().__init__()
        self.network = network

    def forward(self, ids: Tensor, mask: Tensor, types: Tensor) -> tuple[Tensor, Tensor]:
        """Relevance logits, and token logits."""
        told = self.network.told(ids, types)
        hidden = self.network.encoder(**told, attention_mask=mask).last_hidden_state
        return self.network.relevance(hidden[:, 0]).squeeze(-1), self.network.tokens(hidden)


class ExportedWithVector(Exported):
    """The same, and the vector of what was read: for a network that embeds as well."""

    def forward(self, ids: Tensor, mask: Tensor, types: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Relevance logits, token logits, and vectors of length one."""
        told = self.network.told(ids, types)
        hidden = self.network.encoder(**told, attention_mask=mask).last_hidden_state
        real = mask.unsqueeze(-1).to(hidden.dtype)
        vector = functional.normalize((hidden * real).sum(1) / real.sum(1), dim=-1)
        relevance = self.network.relevance(hidden[:, 0]).squeeze(-1)
        return relevance, self.network.tokens(hidden), vector


def trained(weights: Path, backbone: Path) -> Network:
    """The network with its trained weights, ready to run."""
    network = build(backbone)
    state = torch.load(weights, weights_only=True, map_location="cpu")
    network.load_state_dict({name: value.float() for name, value in state.items()})
    network.encoder.set_attn_implementation("eager")
    return network.eval()


def export_float(network: Network, target: Path, *, embeds: bool = False) -> None:
    """Write the float32 graph, with the vector of each row where the network `embeds`."""
    ids = torch.tensor([[101, 7592, 102, 2088, 102, 0], [101, 2088, 2003, 102, 7592, 102]])
    types = torch.tensor([[0, 0, 0, 1, 1, 0], [0, 0, 0, 0, 1, 1]])
    names = ["input_ids", "attention_mask", "token_type_ids"]
    axes = {name: {0: "rows", 1: "length"} for name in names}
    outputs = {"relevance": {0: "rows"}, "tokens": {0: "rows", 1: "length"}}
    if embeds:
        outputs["embedding"] = {0: "rows"}
    torch.onnx.export(
        (ExportedWithVector if embeds else Exported)(network),
        (ids, (ids != 0).long(), types),
        str(target),
        input_names=names,
        output_names=list(outputs),
        dynamic_axes=axes | outputs,
        opset_version=OPSET,
        dynamo=False,  # the traced graph is the one that the quantiser knows
    )


def first_card(folder: Path, *, embeds: bool = False) -> None:
    """Write a card that calibrates nothing, so that `evaluate.py` can load the model."""
    lines = [f'name = "{"assay-large" if embeds else "assayer"}"', 'version = "uncalibrated"']
    lines += [f"dimension = {LARGE_DIMENSION}"] if embeds else []
    lines.append("[files]")
    for name in ("model.onnx", "tokenizer.json"):
        digest = hashlib.sha256((folder / name).read_bytes()).hexdigest()
        lines.append(f'"{name}" = "{digest}"')
    for part in ("passage", "strip", "span"):
        lines += [f"[calibration.{part}]", "relevance = 1.0", "lead = 0.0", "bias = 0.0"]
    (folder / "card.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    """Export and quantise; `evaluate.py`, `calibrate.py` and `write_card.py` come after."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--backbone", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--float", type=Path, required=True, help="where the float32 graph goes")
    parser.add_argument("--tables", type=Path, help="of a network that embeds too (`large.py`)")
    parser.add_argument("--seven-bits", action="store_true", help="no saturation without VNNI")
    parser.add_argument("--cutter", type=Path, help="folder of tokenizer.json; the backbone's")
    options = parser.parse_args()
    options.cutter = options.cutter or options.backbone
    options.out.mkdir(parents=True, exist_ok=True)
    embeds, cutter = options.tables is not None, options.cutter / "tokenizer.json"
    export_float(trained(options.weights, options.backbone), options.float, embeds=embeds)
    if embeds:
        smooth(options.float, options.float, feeds(options.tables, cutter))
    quantize(options.float, options.out / "model.onnx", seven_bits=options.seven_bits)
    shutil.copyfile(cutter, options.out / "tokenizer.json")
    first_card(options.out, embeds=embeds)
    print(f"{(options.out / 'model.onnx').stat().st_size / 2**20:.1f} MiB")


if __name__ == "__main__":
    main()
