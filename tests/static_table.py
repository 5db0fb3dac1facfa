"""A small model of the static embedder: a few words, vectors by lot."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.normalizers import Lowercase
from tokenizers.pre_tokenizers import Whitespace

WORDS = "a the red fox runs tax law and court fees list lists about tuples bread text much longer"
LARGEST_BYTE = 256


def write_table(folder: Path, numbers: int = 64) -> Path:
    """The model's folder: tokenizer, table and card."""
    vocabulary = {word: at for at, word in enumerate(["[UNK]", *WORDS.split()])}
    tokenizer = Tokenizer(WordLevel(vocabulary, unk_token="[UNK]"))
    tokenizer.normalizer, tokenizer.pre_tokenizer = Lowercase(), Whitespace()
    tokenizer.save(str(folder / "tokenizer.json"))
    lot = np.random.default_rng(0)
    packed = lot.integers(0, LARGEST_BYTE, (len(vocabulary), numbers // 2), np.uint8)
    scales = np.full(len(vocabulary), 0.1, np.float16)
    np.savez(folder / "table.npz", vectors=packed, scales=scales)
    write_card(folder, numbers)
    return folder


def write_card(folder: Path, numbers: int = 64) -> None:
    """The card that goes with the files as they are."""
    files = {
        name: hashlib.sha256((folder / name).read_bytes()).hexdigest()
        for name in ("table.npz", "tokenizer.json")
    }
    listed = "".join(f'"{name}" = "{digest}"\n' for name, digest in files.items())
    (folder / "card.toml").write_text(f'name = "small"\ndimension = {numbers}\n[files]\n{listed}')
