"""Write a trained adapter as GGUF.

`python -m recipes.lora.export --weights cov.npz --base model.gguf --out F`.

llama.cpp loads the result on top of the file it was trained on.
"""

from __future__ import annotations

import argparse
import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np

PARTS = {
    "self_attn.q_proj": "attn_q",
    "self_attn.k_proj": "attn_k",
    "self_attn.v_proj": "attn_v",
    "self_attn.o_proj": "attn_output",
    "mlp.gate_proj": "ffn_gate",
    "mlp.up_proj": "ffn_up",
    "mlp.down_proj": "ffn_down",
}
LLAMA = "llama"
_NAME = re.compile(r"layers\.(\d+)\.(\w+\.\w+)\.([ab])")


def permuted(matrix: np.ndarray, heads: int) -> np.ndarray:
    """Rows in the order of llama.cpp: it rotates neighbours where transformers rotates halves.

    Loading a GGUF file, transformers undoes this for the query and key weights; what was
    trained on top of them has to go the way back.
    """
    rows, width = matrix.shape
    return matrix.reshape(heads, 2, rows // heads // 2, width).swapaxes(1, 2).reshape(rows, width)


def gguf_name(name: str) -> tuple[str, str]:
    """The tensor of llama.cpp that a matrix belongs to, and the part it adapts."""
    found = _NAME.fullmatch(name)
    if not found:
        raise SystemExit(f"{name} is no matrix of an adapter")
    layer, part, letter = found.groups()
    return f"blk.{layer}.{PARTS[part]}.weight.lora_{letter}", f"{part}.{letter}"


@dataclass(frozen=True, slots=True)
class Base:
    """What an adapter has to know of the model that it is laid over."""

    kind: str
    query_heads: int
    key_heads: int

    def ordered(self, matrix: np.ndarray, part: str) -> np.ndarray:
        """The rows as llama.cpp has them; only of Llama's family are they stored in another order.

        Qwen2's rotary halves stay where transformers has them.
        """
        heads = {"self_attn.q_proj.b": self.query_heads, "self_attn.k_proj.b": self.key_heads}
        if self.kind != LLAMA or part not in heads:
            return matrix
        return permuted(matrix, heads[part])


def read_base(path: Path) -> Base:
    """The kind of a GGUF model, and the number of its query heads and key heads."""
    import gguf

    fields = gguf.GGUFReader(path).fields
    kind = fields["general.architecture"].contents()
    heads = (
        int(fields[f"{kind}.attention.{name}"].contents())
        for name in ("head_count", "head_count_kv")
    )
    return Base(kind, *heads)


def export(weights: Path, base: Path, out: Path, name: str) -> None:
    """Write every matrix under its name in llama.cpp: A in 8 bits, B in half precision.

    The rows of B have as many numbers as the rank, too few for a block of 8-bit ones.
    """
    import gguf

    below = read_base(base)
    stored = np.load(weights)
    out.parent.mkdir(parents=True, exist_ok=True)
    writer = gguf.GGUFWriter(out, below.kind)
    writer.add_type(gguf.GGUFType.ADAPTER)
    writer.add_name(name)
    writer.add_license("apache-2.0")
    writer.add_string(gguf.Keys.Adapter.TYPE, "lora")
    writer.add_float32(gguf.Keys.Adapter.LORA_ALPHA, float(stored["alpha"]))
    for key in stored.files:
        if key == "alpha":
            continue
        matrix = stored[key].astype(np.float32)
        tensor, part = gguf_name(key)
        matrix = np.ascontiguousarray(below.ordered(matrix, part))
        if part.endswith(".a"):
            kind = gguf.GGMLQuantizationType.Q8_0
            writer.add_tensor(tensor, gguf.quantize(matrix, kind), raw_dtype=kind)
        else:
            writer.add_tensor(tensor, matrix.astype(np.float16))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def main() -> None:
    """Parse, write, say how large it is."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--base", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--name", default="assay adapter")
    options = parser.parse_args()
    export(options.weights, options.base, options.out, options.name)
    print(f"{options.out}: {options.out.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
