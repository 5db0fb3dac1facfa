"""Let the model, with or without an adapter, complete many prompts in batches.

`python -m recipes.lora.complete --data rows.jsonl --base model.gguf --out said.jsonl [--lora
cov.npz]` reads
lines {"id", "messages" or "prompt", "max_tokens"} (.jsonl or .xz) and writes {"id", "text"} lines.
"""

from __future__ import annotations

import argparse
import json
import lzma
import time
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from transformers import PreTrainedTokenizerBase

from recipes.lora.base import load_base
from recipes.lora.lora import add_lora, fill_lora


def read_lines(path: Path) -> list[dict[str, Any]]:
    """The lines of a file; those without an id are named by their number."""
    opened = lzma.open if path.suffix == ".xz" else open
    with opened(path, "rt", encoding="utf-8") as file:
        lines = [json.loads(line) for line in file]
    return [{"id": str(number), **line} for number, line in enumerate(lines)]


def load_lora(model: nn.Module, path: Path) -> None:
    """Lay a trained adapter over the model."""
    with np.load(path) as stored:
        rank = next(stored[key].shape[0] for key in stored.files if key.endswith(".a"))
        alpha = float(stored["alpha"])
    add_lora(model, rank, alpha)
    fill_lora(model, path)


@torch.no_grad()
def completed(
    model: nn.Module, tokenizer: PreTrainedTokenizerBase, texts: list[str], most: int
) -> list[str]:
    """What the model says after each text."""
    fed = tokenizer(texts, add_special_tokens=False, padding=True, return_tensors="pt")
    fed = fed.to(model.device)
    end = tokenizer.convert_tokens_to_ids("<|im_end|>")
    made = model.generate(
        **fed, max_new_tokens=most, do_sample=False, eos_token_id=end, pad_token_id=end
    )
    new = made[:, fed["input_ids"].shape[1] :]
    return tokenizer.batch_decode(new, skip_special_tokens=True)


def main() -> None:
    """Load, complete in order of length, write."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--base", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--lora", type=Path)
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--max-tokens", type=int, default=140)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    options = parser.parse_args()
    began = time.monotonic()
    tokenizer, model = load_base(options.base, padding_side="left")
    tokenizer.pad_token = tokenizer.pad_token or "<|im_end|>"
    if options.lora:
        load_lora(model, options.lora)
    kind = torch.bfloat16 if options.device == "cuda" else torch.float32
    model = model.to(options.device, kind).eval()
    lines = read_lines(options.data)
    as_chat = partial(tokenizer.apply_chat_template, tokenize=False, add_generation_prompt=True)
    asked = [x["prompt"] if "prompt" in x else as_chat(x["messages"]) for x in lines]
    order = sorted(range(len(lines)), key=lambda n: len(asked[n]))
    options.out.parent.mkdir(parents=True, exist_ok=True)
    done = 0
    with options.out.open("w", encoding="utf-8") as out:
        for first in range(0, len(order), options.batch):
            if time.monotonic() - began > 60 * options.minutes:
                break
            some = order[first : first + options.batch]
            most = min(options.max_tokens, max(lines[n].get("max_tokens", 10**6) for n in some))
            said = completed(model, tokenizer, [asked[n] for n in some], most)
            for number, text in zip(some, said, strict=True):
                line = {"id": lines[number]["id"], "text": text.strip()}
                out.write(json.dumps(line, ensure_ascii=False) + "\n")
            done += len(some)
            print(f"{time.monotonic() - began:5.0f} s  {done:,} of {len(order):,}", flush=True)


if __name__ == "__main__":
    main()
