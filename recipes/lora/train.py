"""Train a low-rank adapter.

`python -m recipes.lora.train --data FILE.xz --base model.gguf --out DIR`.

A line of the data is {"messages": [...], "target": "..."} for a chat, or {"prompt": "...",
"target": "..."} for plain text, with "dev": true where it is only measured. The loss counts the
target alone. The run ends after `--minutes`, and the learning rate falls along a cosine over that
time, so that a slower machine sees less data, not a worse end.
"""

from __future__ import annotations

import argparse
import json
import lzma
import math
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor, nn
from transformers import PreTrainedTokenizerBase

from recipes.lora.base import load_base
from recipes.lora.lora import add_lora, fill_lora, lora_weights, save_lora


@dataclass(frozen=True, slots=True)
class Row:
    """The tokens of one example and where its target begins."""

    tokens: list[int]
    target: int
    task: str


def read_rows(
    path: Path, tokenizer: PreTrainedTokenizerBase, longest: int
) -> tuple[list[Row], list[Row], int]:
    """Training rows, dev rows, and how many were too long to use."""
    with lzma.open(path, "rt", encoding="utf-8") as file:
        lines = [json.loads(line) for line in file]
    asked = [
        x["prompt"]
        if "prompt" in x
        else tokenizer.apply_chat_template(
            x["messages"], tokenize=False, add_generation_prompt=True
        )
        for x in lines
    ]
    said = [x["target"] + "<|im_end|>" for x in lines]
    heads = tokenizer(asked, add_special_tokens=False)["input_ids"]
    tails = tokenizer(said, add_special_tokens=False)["input_ids"]
    train, dev, skipped = [], [], 0
    for line, head, tail in zip(lines, heads, tails, strict=True):
        if len(head) + len(tail) > longest:
            skipped += 1
            continue
        row = Row(head + tail, len(head), line.get("task", ""))
        (dev if line.get("dev") else train).append(row)
    return train, dev, skipped


def batches(rows: list[Row], max_tokens: int, chance: random.Random) -> Iterator[list[Row]]:
    """Rows of like length together, the batches in random order."""
    mixed = sorted(rows, key=lambda row: (len(row.tokens) // 16, chance.random()))
    made: list[list[Row]] = [[]]
    for row in mixed:
        if made[-1] and len(row.tokens) * (len(made[-1]) + 1) > max_tokens:
            made.append([])
        made[-1].append(row)
    chance.shuffle(made)
    yield from (batch for batch in made if batch)


def target_loss(model: nn.Module, batch: list[Row], device: str) -> tuple[Tensor, int, int]:
    """Summed loss over the targets, their number of tokens, and how many were guessed right."""
    width = max(len(row.tokens) for row in batch)
    tokens = torch.zeros(len(batch), width, dtype=torch.long)
    mask = torch.zeros(len(batch), width, dtype=torch.long)
    counted = torch.zeros(len(batch), width, dtype=torch.bool)
    for number, row in enumerate(batch):
        size = len(row.tokens)
        tokens[number, :size] = torch.tensor(row.tokens)
        mask[number, :size] = 1
        counted[number, row.target : size] = True
    tokens, mask, counted = tokens.to(device), mask.to(device), counted.to(device)
    hidden = model.model(input_ids=tokens, attention_mask=mask).last_hidden_state
    # Only the positions before a target token are turned into words: 49,152 logits each.
    logits = model.lm_head(hidden[:, :-1][counted[:, 1:]]).float()
    wanted = tokens[:, 1:][counted[:, 1:]]
    loss = nn.functional.cross_entropy(logits, wanted, reduction="sum")
    return loss, len(wanted), int((logits.argmax(-1) == wanted).sum())


@torch.no_grad()
def measure(model: nn.Module, rows: list[Row], max_tokens: int, device: str) -> str:
    """Loss and token accuracy over rows, for each task."""
    model.eval()
    told = []
    for task in sorted({row.task for row in rows}):
        total, count, right = 0.0, 0, 0
        some = [row for row in rows if row.task == task]
        for batch in batches(some, max_tokens, random.Random(0)):
            with torch.autocast(device, dtype=torch.bfloat16, enabled=device == "cuda"):
                loss, tokens, hit = target_loss(model, batch, device)
            total, count, right = total + float(loss.detach()), count + tokens, right + hit
        told.append(f"{task or 'all'} loss {total / count:.4f} accuracy {right / count:.4f}")
    model.train()
    return "; ".join(told)


def fit(model: nn.Module, train: list[Row], dev: list[Row], options: argparse.Namespace) -> None:
    """Train until the time or the steps are over."""
    device, chance = options.device, random.Random(options.seed)
    learning = [p for p in model.parameters() if p.requires_grad]
    optimizer = torch.optim.AdamW(learning, lr=options.rate, weight_decay=0.01)
    began, steps, epoch = time.monotonic(), 0, 0
    seen = total = count = 0.0
    told = began
    model.train()
    while True:
        epoch += 1
        for batch in batches(train, options.batch_tokens, chance):
            part = (time.monotonic() - began) / (60 * options.minutes)
            if options.steps:
                part = max(part, steps / options.steps)
            if part >= 1 or epoch > options.epochs:
                print(f"done: {steps} steps, {epoch - 1} whole epochs, {seen:.0f} examples")
                return
            # The rate rises over the first 3 % and falls to nothing at the end.
            rate = options.rate * min(1, part / 0.03 + 0.02) * (1 + math.cos(math.pi * part)) / 2
            for group in optimizer.param_groups:
                group["lr"] = rate
            with torch.autocast(device, dtype=torch.bfloat16, enabled=device == "cuda"):
                loss, tokens, _ = target_loss(model, batch, device)
            (loss / tokens).backward()
            nn.utils.clip_grad_norm_(learning, 1.0)
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
            steps, seen, total, count = (
                steps + 1,
                seen + len(batch),
                total + float(loss.detach()),
                count + tokens,
            )
            if time.monotonic() - told > options.tell_every:
                told = time.monotonic()
                print(
                    f"{told - began:5.0f} s  epoch {epoch}  step {steps}  loss {total / count:.4f}"
                )
                total = count = 0.0
        if dev and epoch < options.epochs:
            print(f"after epoch {epoch}: dev {measure(model, dev, options.batch_tokens, device)}")


def parsed() -> argparse.Namespace:
    """The options of a run."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument(
        "--base", type=Path, required=True, help="the GGUF file or the folder to adapt"
    )
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--name", default="", help="of the result; that of the data if not set")
    parser.add_argument("--start", type=Path, help="an adapter to go on with, of this rank")
    parser.add_argument("--minutes", type=float, default=4.0)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--steps", type=int, default=0, help="at most so many; 0: no such limit")
    parser.add_argument("--rank", type=int, default=16)
    parser.add_argument("--alpha", type=float, default=32.0)
    parser.add_argument("--dropout", type=float, default=0.05)
    parser.add_argument("--rate", type=float, default=5e-4)
    parser.add_argument("--batch-tokens", type=int, default=32_768)
    parser.add_argument(
        "--longest", type=int, default=1024, help="tokens; longer rows are left out"
    )
    parser.add_argument("--tell-every", type=float, default=10.0, help="seconds between lines")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    return parser.parse_args()


def main() -> None:
    """Load, adapt, train, measure, save."""
    options = parsed()
    torch.manual_seed(options.seed)
    tokenizer, model = load_base(options.base)
    learning = add_lora(model, options.rank, options.alpha, options.dropout)
    if options.start:
        fill_lora(model, options.start)
    kind = torch.bfloat16 if options.device == "cuda" else torch.float32
    model.to(options.device)
    for parameter in model.parameters():
        if not parameter.requires_grad:
            parameter.data = parameter.data.to(kind)
    train, dev, skipped = read_rows(options.data, tokenizer, options.longest)
    print(
        f"{learning:,} numbers learn; {len(train):,} rows, {len(dev):,} dev, {skipped:,} too long"
    )
    if dev:
        print(f"before: dev {measure(model, dev, options.batch_tokens, options.device)}")
    fit(model, train, dev, options)
    if dev:
        print(f"after: dev {measure(model, dev, options.batch_tokens, options.device)}")
    options.out.mkdir(parents=True, exist_ok=True)
    name = options.name or options.data.name.split(".")[0]
    path = options.out / f"{name}.npz"
    save_lora(path, lora_weights(model), options.alpha)
    print(f"saved {path}, {path.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
