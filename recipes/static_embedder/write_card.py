"""The card of the table: checksums and figures for programs, a page for people."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import numpy as np

FILES = ("table.npz", "../tokenizer.json")  # the tokenizer is that of the embedder beside it
CARD = """\
name = "static-minilm-{dimension}"
version = "1"
task = "embedding"
backbone = "sentence-transformers/all-MiniLM-L6-v2"
licence = "Apache-2.0"
recipe = "recipes/static_embedder"
dimension = {dimension}
max_length = {max_length}
quantisation = "4 bits a number, one scale for each token"

[files]
{files}

# on manuals that were kept back, measured by recipes/static_embedder/make.py
[check]
{check}
"""
PAGE = """\
# The static embedder: a table of token vectors

Turns a text into a unit vector of {dimension} numbers: the sum of its tokens' vectors, each times
the square root of how often the token occurs. No network is run, so it is fast, and finds less
than the network it comes from: the order of words is lost. It is meant to stand beside full-text
search, until the vectors of the embedder are there.

- **Made from**: the vectors of single tokens of all-MiniLM-L6-v2 (Apache-2.0), turned onto their
  {dimension} principal directions, then trained on questions about passages of free software
  manuals and of Wikipedia that a small language model wrote
  (Qwen2.5-Coder-1.5B-Instruct, Apache-2.0).
- **Form**: {tokens:,} tokens in four bits a number, one float16 scale for each;
  {megabytes:.1f} MB.
- **Language**: English.
- **Recipe**: `recipes/static_embedder/`.

Measured on {held_out_questions:,} questions about {held_out_passages:,} passages of manuals that
were not trained on. Those questions were written with the passage in view, which favours equal
words:

| recall of the passage in the first | 10 | 20 | 40 |
|---|---|---|---|
{rows}

Speed: {passages_a_core_second:,} passages of these manuals for each second of one core, most of it
spent on finding the tokens.
"""
ROWS = {
    "words": "full text (BM25)",
    "static": "static",
    "minilm": "all-MiniLM-L6-v2, int8",
    "words_static": "full text and static",
    "words_minilm": "full text and all-MiniLM-L6-v2",
}


def write_card(folder: Path, dimension: int, max_length: int, check: dict[str, Any]) -> None:
    """Write card.toml and, once there are figures, CARD.md beside the table."""
    digests = {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in FILES}
    card = CARD.format(
        dimension=dimension,
        max_length=max_length,
        files="\n".join(f'"{name}" = "{digest}"' for name, digest in digests.items()),
        check="\n".join(f"{name} = {value}" for name, value in check.items()),
    )
    (folder / "card.toml").write_text(card, encoding="utf-8")
    if check:
        (folder / "CARD.md").write_text(_page(folder, dimension, check), encoding="utf-8")


def _page(folder: Path, dimension: int, check: dict[str, Any]) -> str:
    rows = "\n".join(
        f"| {title} | "
        + " | ".join(f"{check[f'{key}_recall_at_{n}']:.3f}" for n in (10, 20, 40))
        + " |"
        for key, title in ROWS.items()
    )
    return PAGE.format(
        dimension=dimension,
        tokens=_tokens(folder / FILES[0]),
        megabytes=(folder / FILES[0]).stat().st_size / 1e6,
        rows=rows,
        **check,
    )


def _tokens(table: Path) -> int:
    with np.load(table, allow_pickle=False) as stored:
        return len(stored["scales"])
