"""A language model as a judge: it says one of a few words about a text, and learns to.

An adapter of low rank learns from labelled texts; what the model then thinks of others is the
lesson of a smaller network (`recipes.verifier.judge`, `recipes.assayer.judge`). The clock rules.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from transformers import PreTrainedTokenizerBase

from recipes.lora.base import load_base
from recipes.lora.lora import LoraLinear, add_lora, fill_lora

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
RANK, ALPHA = 32, 64.0
BLOCK = 20_000

Tokens = list[list[int]]


@dataclass(frozen=True, slots=True)
class Lessons:
    """What the judge reads of each example, which word is right, and how much that counts."""

    tokens: Tokens
    labels: list[int]
    weights: list[float]


def wait_for(path: Path) -> None:
    """Sleep until a file is there, which another process or person brings."""
    while not path.exists():
        time.sleep(0.5)


def token_ids(texts: list[str], tokenizer: PreTrainedTokenizerBase) -> Tokens:
    """The tokens of each text, without any that mark its ends."""
    return tokenizer(texts, add_special_tokens=False)["input_ids"] if texts else []


def width_of(row: list[int]) -> int:
    """Its tokens, filled up to a multiple of eight."""
    return -(-len(row) // 8) * 8


def batches(
    tokens: Tokens, rows: Sequence[int], most: int, chance: random.Random
) -> Iterator[list[int]]:
    """Rows of like length together, at most so many tokens, the batches in random order."""
    made: list[list[int]] = [[]]
    for row in sorted(rows, key=lambda row: (width_of(tokens[row]), chance.random())):
        if made[-1] and (len(made[-1]) + 1) * width_of(tokens[row]) > most:
            made.append([])
        made[-1].append(row)
    chance.shuffle(made)
    yield from (batch for batch in made if batch)


class Judge:
    """The language model with its adapter, reduced to a few words."""

    def __init__(self, base: Path, words: Sequence[str], adapter: Path | None = None) -> None:
        """Load the model, and an adapter of an earlier run if there is one."""
        tokenizer, self.model = load_base(base)
        add_lora(self.model, RANK, ALPHA, 0.05)
        if adapter:
            fill_lora(self.model, adapter)
        self.model.to(DEVICE)
        for parameter in self.model.parameters():
            if not parameter.requires_grad and DEVICE == "cuda":
                parameter.data = parameter.data.to(torch.bfloat16)
        self._words = [tokenizer.encode(word, add_special_tokens=False)[0] for word in words]

    def logits(self, some: Tokens) -> Tensor:
        """The logits of the words; what follows the end is padding that nothing before it sees."""
        width = max(map(width_of, some))
        ids = torch.zeros(len(some), width, dtype=torch.long)
        for number, row in enumerate(some):
            ids[number, : len(row)] = torch.tensor(row)
        last = torch.tensor([len(row) - 1 for row in some], device=DEVICE)
        with torch.autocast(DEVICE, dtype=torch.bfloat16, enabled=DEVICE == "cuda"):
            states = self.model.model(input_ids=ids.to(DEVICE)).last_hidden_state
        ends = states[torch.arange(len(some), device=DEVICE), last]
        return ends.float() @ self.model.lm_head.weight[self._words].float().T

    def learn(self, lessons: Lessons, seconds: float, rate: float, most: int) -> None:
        """Train the adapter for so long."""
        tokens = lessons.tokens
        learning = [p for p in self.model.parameters() if p.requires_grad]
        optimiser = torch.optim.AdamW(learning, lr=rate, weight_decay=0.01)
        chance, began, seen, told = random.Random(4), time.time(), 0, 0.0
        queue: list[list[int]] = []
        self.model.train()
        while (done := (time.time() - began) / seconds) < 1:
            queue = queue or list(batches(tokens, range(len(tokens)), most, chance))
            rows = queue.pop()
            for group in optimiser.param_groups:
                group["lr"] = rate * min(1, done / 0.04 + 0.02) * (1 + math.cos(math.pi * done)) / 2
            right = torch.tensor([lessons.labels[row] for row in rows], device=DEVICE)
            weight = torch.tensor([lessons.weights[row] for row in rows], device=DEVICE)
            logits = self.logits([tokens[row] for row in rows])
            loss = nn.functional.cross_entropy(logits, right, reduction="none")
            ((loss * weight).sum() / weight.sum()).backward()
            nn.utils.clip_grad_norm_(learning, 1.0)
            optimiser.step()
            optimiser.zero_grad(set_to_none=True)
            seen += len(rows)
            if time.time() - told > 15:
                told = time.time()
                print(
                    f"{told - began:.0f} s, {seen} examples, {float(loss.detach().mean()):.4f}",
                    flush=True,
                )
        print(f"learned from {seen} examples, {seen / len(tokens):.2f} epochs", flush=True)

    def merge(self) -> None:
        """Add the adapter to the weights, which makes judging faster."""
        for parent in list(self.model.modules()):
            for name, child in list(parent.named_children()):
                if isinstance(child, LoraLinear):
                    added = child.scale * (child.b.data @ child.a.data)
                    child.base.weight.data += added.to(child.base.weight.dtype)
                    setattr(parent, name, child.base)

    @torch.no_grad()
    def opinions(self, tokens: Tokens, seconds: float, most: int) -> np.ndarray:
        """The logits of each; not a number where the time was over."""
        self.model.eval()
        result = np.full((len(tokens), len(self._words)), np.nan, np.float16)
        chance, began, done = random.Random(5), time.time(), 0
        # In blocks, so that what is judged before the time is over is of every length.
        for first in range(0, len(tokens), BLOCK):
            block = range(first, min(first + BLOCK, len(tokens)))
            for rows in batches(tokens, block, most, chance):
                if time.time() - began > seconds:
                    return result
                result[rows] = self.logits([tokens[row] for row in rows]).cpu().numpy()
                done += len(rows)
            print(f"{time.time() - began:.0f} s, {done} judged", flush=True)
        return result

    def opinions_among(
        self, count: int, rows: list[int], tokens: Tokens, seconds: float, most: int
    ) -> np.ndarray:
        """The logits of some rows of so many; not a number for the others."""
        result = np.full((count, len(self._words)), np.nan, np.float16)
        result[rows] = self.opinions(tokens, seconds, most)
        return result
