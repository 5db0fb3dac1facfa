"""A LoRA adapter for SmolLM2 in a GGUF file, written byte by byte as the format says."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np

STRING, FLOAT32, UINT32 = 8, 6, 4
F16 = 1
ALIGNMENT = 32
HIDDEN, INNER, LAYERS = 576, 1536, 30


def write_adapter(path: Path, strength: float) -> None:
    """An adapter of rank one that adds noise to what every layer writes; 0 adds nothing."""
    noise = np.random.default_rng(0)
    tensors = {}
    for layer in range(LAYERS):
        name = f"blk.{layer}.ffn_down.weight"
        tensors[f"{name}.lora_a"] = noise.normal(size=(1, INNER)).astype(np.float16)
        tensors[f"{name}.lora_b"] = noise.normal(scale=strength, size=(HIDDEN, 1)).astype(
            np.float16
        )
    values = [
        ("general.architecture", STRING, "llama"),
        ("general.type", STRING, "adapter"),
        ("adapter.type", STRING, "lora"),
        ("adapter.lora.alpha", FLOAT32, 1.0),
        ("general.alignment", UINT32, ALIGNMENT),
    ]
    head = b"GGUF" + struct.pack("<IQQ", 3, len(tensors), len(values))
    for key, kind, value in values:
        head += _string(key) + struct.pack("<I", kind)
        head += (
            _string(value)
            if kind == STRING
            else struct.pack("<f" if kind == FLOAT32 else "<I", value)
        )
    data = b""
    for name, matrix in tensors.items():
        rows, width = matrix.shape
        head += _string(name) + struct.pack("<IQQIQ", 2, width, rows, F16, len(data))
        data += _padded(matrix.tobytes())
    path.write_bytes(_padded(head) + data)


def _string(text: str) -> bytes:
    return struct.pack("<Q", len(text)) + text.encode()


def _padded(raw: bytes) -> bytes:
    return raw + bytes(-len(raw) % ALIGNMENT)
