"""Hard passages for every question: the nearest by embedding, labelled by the answers."""

from __future__ import annotations

import multiprocessing
import random
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import torch
from tokenizers import Tokenizer
from torch import Tensor, nn

from recipes.assayer.backbone import PAD, half_precision, load_encoder
from recipes.assayer.corpus import (
    NO_ANSWER,
    UNKNOWN,
    Open,
    Pair,
    Tables,
    by_title,
    find_answer,
    normalised,
    subject_pair,
)
from recipes.assayer.prewritten import WHOLE_SENTENCE

# Distant supervision: where an answer to one of these stands, it is taken to answer.
DISTANT = ("nq", "trivia", "webq")


@torch.no_grad()
def embed(texts: list[str], encoder: nn.Module, tokenizer: Path, device: str) -> Tensor:
    """Unit vectors of the texts by mean pooling, as all-MiniLM-L6-v2 does it."""
    cutter = Tokenizer.from_file(str(tokenizer))
    cutter.no_padding()
    cutter.enable_truncation(192)
    rows = [e.ids for e in cutter.encode_batch_fast(texts)]
    order = sorted(range(len(rows)), key=lambda i: len(rows[i]))
    vectors = torch.zeros(len(rows), encoder.config.hidden_size, device=device)
    for first in range(0, len(order), 1024):
        some = order[first : first + 1024]
        longest = max(len(rows[i]) for i in some)
        ids = torch.tensor([rows[i] + [PAD] * (longest - len(rows[i])) for i in some]).to(device)
        mask = (ids != PAD).long()
        with half_precision(device):
            states = encoder(input_ids=ids, attention_mask=mask).last_hidden_state
        pooled = (states.float() * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)
        vectors[torch.tensor(some, device=device)] = torch.nn.functional.normalize(pooled, dim=1)
    return vectors


def nearest(questions: Tensor, passages: Tensor, count: int) -> list[list[int]]:
    """The `count` nearest passages of each question, nearest first."""
    found: list[list[int]] = []
    for block in questions.split(2048):
        found += (block @ passages.T).topk(count, dim=1).indices.tolist()
    return found


_tables: Tables  # these three are inherited by the forked workers, so that nothing is copied
_known: dict[int, set[int]]
_titled: dict[str, list[int]]


def mine(
    tables: Tables, near: dict[int, list[int]], questions: Iterable[Open], take: int
) -> list[Pair]:
    """New pairs for questions with known answers: `take` of their neighbours for each."""
    global _tables, _known, _titled
    _tables, _known, _titled = tables, defaultdict(set), by_title(tables)
    for pair in tables.pairs:
        _known[pair.question].add(pair.passage)
    jobs = [(asked, near[asked.question], take) for asked in questions]
    with multiprocessing.get_context("fork").Pool() as pool:
        return [p for pairs in pool.starmap(_mine_one, jobs, chunksize=256) for p in pairs]


def _mine_one(asked: Open, near: list[int], take: int) -> list[Pair]:
    chance = random.Random(asked.question)
    picked = [p for p in near if p not in _known.get(asked.question, ())]
    if len(picked) > take:
        picked = sorted(chance.sample(picked, take), key=picked.index)
    if asked.subject:
        own_pages = _titled.get(normalised(asked.subject), [])[:3]
        picked = list(dict.fromkeys(own_pages + picked))
    return [label(_tables, asked, passage) for passage in picked]


def label(tables: Tables, asked: Open, passage: int) -> Pair:
    """Whether a passage answers a question, by whether an answer stands in it."""
    origin = "mined-" + asked.origin
    if asked.subject:
        return replace(subject_pair(tables, asked, passage), origin=origin)
    span = find_answer(asked.answers, tables.passages[passage][1])
    if span is None:
        # A sentence that answers can stand elsewhere in other words.
        weight = 0.3 if asked.origin.endswith(WHOLE_SENTENCE) else 1.0
        return Pair(asked.question, passage, 0.0, NO_ANSWER, NO_ANSWER, origin, weight)
    if asked.origin in DISTANT:
        return Pair(asked.question, passage, 1.0, *span, origin, 0.5)
    return Pair(asked.question, passage, 0.5, UNKNOWN, UNKNOWN, origin, 0.0)


def embedded_neighbours(
    tables: Tables, rows: list[int], backbone: Path, device: str, count: int
) -> dict[int, list[int]]:
    """The nearest passages of the given questions."""
    encoder = load_encoder(backbone)[0].to(device).eval()
    cutter = backbone / "tokenizer.json"
    pages = [f"{title} {text}" for title, text in tables.passages]
    passages = embed(pages, encoder, cutter, device)
    questions = embed([tables.questions[r] for r in rows], encoder, cutter, device)
    near = dict(zip(rows, nearest(questions, passages, count), strict=True))
    torch.cuda.empty_cache()  # others may train on the same GPU
    return near
