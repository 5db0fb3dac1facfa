"""The best span of every pair by a network, and the figures that follow from it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from recipes.assayer.corpus import NO_ANSWER, Pair, Tables
from recipes.assayer.encode import Encoded, Texts, assemble
from recipes.assayer.fit import soft_labels, span_logits
from recipes.assayer.measure import report
from recipes.assayer.network import Network

MAX_ANSWER = 30


@dataclass(frozen=True, slots=True)
class Readings:
    """For every pair: relevance, the best span (places in the row), its lead over no answer."""

    relevance: Tensor
    first: Tensor
    last: Tensor
    lead: Tensor


def best_span(start: Tensor, end: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """The best span of each row after the first token, and its lead over no answer."""
    width = start.shape[1]
    place = torch.arange(width, device=start.device)
    reach = place[None, :] - place[:, None]
    closed = (reach < 0) | (reach >= MAX_ANSWER) | (place[:, None] == 0)
    scores = (start[:, :, None] + end[:, None, :]).masked_fill(closed, -1e4)
    best, flat = scores.flatten(1).max(1)
    return flat // width, flat % width, best - (start[:, 0] + end[:, 0])


@torch.no_grad()
def read(network: Network, data: Encoded) -> Readings:
    """What the network sees in each pair, on the CPU."""
    relevance, tokens = soft_labels(network, data)
    blocks = []
    for rows in torch.arange(len(data.length), device=data.ids.device).split(256):
        batch = data[rows]
        logits = span_logits(tokens[rows, : batch.ids.shape[1]].float(), batch)
        blocks.append([column.cpu() for column in best_span(*logits)])
    first, last, lead = (torch.cat(column) for column in zip(*blocks, strict=True))
    return Readings(relevance.float().cpu(), first, last, lead)


def evaluate(
    network: Network, rows: list[dict[str, Any]], tokenizer: Path, name: str, device: str
) -> dict[str, float]:
    """Print and give back the figures on records of `dev.py`, reading first windows only."""
    tables = Tables()
    for row in rows:
        asked = tables.question(row["question"])
        passage = tables.passage(row["title"], row["text"])
        tables.pairs.append(Pair(asked, passage, 0.0, NO_ANSWER, NO_ANSWER, "dev"))
    texts = Texts(tables, tokenizer)
    data = assemble(texts, tables.pairs, drop_titles=0.0, first_window=True)
    readings = read(network, data.to(device))
    begin = (data.sentence >= 0).int().argmax(1)  # where the text stands in its row
    firsts, lasts = (readings.first - begin).tolist(), (readings.last - begin).tolist()
    spans = []
    for row, pair, first, last in zip(rows, tables.pairs, firsts, lasts, strict=True):
        places = texts.offsets[pair.passage]
        held = 0 <= first <= last < len(places)
        spans.append(row["text"][places[first][0] : places[last][1]] if held else "")
    figures = report(rows, readings.relevance.numpy(), spans, readings.lead.numpy())
    print(name, json.dumps({k: round(v, 4) for k, v in figures.items()}, indent=1), flush=True)
    return figures
