"""Examples as tensors, in random batches of similar length."""

from __future__ import annotations

import multiprocessing
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer
from torch import Tensor

from recipes.verifier.examples import Example

CLS, SEP, PAD = 101, 102, 0
LENGTH, STEP = 288, 32
MAX_CLAIM, MAX_TITLE = 96, 24  # as the product cuts them


@dataclass(slots=True)
class Rows:
    """Examples on one device."""

    ids: Tensor
    types: Tensor
    length: Tensor
    label: Tensor
    weight: Tensor

    def to(self, device: str) -> Rows:
        """The same on another device."""
        return Rows(*(getattr(self, name).to(device) for name in self.__dataclass_fields__))

    def inputs(self, rows: Tensor, longest: int) -> tuple[Tensor, Tensor]:
        """What the network reads of some rows, of which the longest has so many tokens."""
        width = -(-longest // STEP) * STEP
        return self.ids[rows, :width].long(), self.types[rows, :width].long()

    def shuffled(
        self, size: int, generator: torch.Generator, kept: Tensor | None = None
    ) -> list[tuple[Tensor, int]]:
        """Random batches of rows of similar length, with the length of the longest.

        All rows that are `kept`, or else those with a label.
        """
        among = (self.weight > 0 if kept is None else kept).nonzero()[:, 0]
        order = among[torch.randperm(len(among), generator=generator).to(among.device)]
        groups: list[Tensor] = []
        for group in order.split(size * 50):
            groups += list(group[torch.argsort(self.length[group])].split(size))
        longest = torch.stack([self.length[group[-1]] for group in groups]).tolist()
        mixed = torch.randperm(len(groups), generator=generator).tolist()
        return [(groups[i], longest[i]) for i in mixed]


def encode(examples: list[Example], tokenizer: Path, processes: int | None = None) -> Rows:
    """All examples as tensors, tokenised in parallel processes."""
    blocks = [examples[at : at + 4000] for at in range(0, len(examples), 4000)]
    with multiprocessing.get_context("fork").Pool(processes) as pool:
        made = pool.starmap(_encode_block, [(block, tokenizer) for block in blocks])
    return Rows(*(torch.from_numpy(np.concatenate(column)) for column in zip(*made, strict=True)))


def _encode_block(examples: list[Example], tokenizer: Path) -> tuple[np.ndarray, ...]:
    cutter = Tokenizer.from_file(str(tokenizer))
    cutter.no_padding()
    cutter.no_truncation()
    ids = np.full((len(examples), LENGTH), PAD, np.int16)
    types = np.zeros((len(examples), LENGTH), np.int8)
    length = np.zeros(len(examples), np.int64)
    columns = [[e.claim for e in examples], [e.title for e in examples], [e.text for e in examples]]
    cut = [cutter.encode_batch_fast(column, add_special_tokens=False) for column in columns]
    for row, (claim, title, text) in enumerate(zip(*cut, strict=True)):
        head = [CLS, *ends(claim.ids, MAX_CLAIM), SEP]
        lead = [*head, *title.ids[:MAX_TITLE], SEP] if title.ids else head
        whole = [*lead, *text.ids[: LENGTH - len(lead) - 1], SEP]
        ids[row, : len(whole)] = whole
        types[row, len(head) : len(whole)] = 1
        length[row] = len(whole)
    label = np.array([e.label for e in examples], np.int64)
    weight = np.array([e.weight for e in examples], np.float32)
    return ids, types, length, label, weight


def ends(ids: list[int], most: int) -> list[int]:
    """The first and last tokens of a claim that is too long."""
    return ids if len(ids) <= most else ids[: most // 2] + ids[-(most - most // 2) :]
