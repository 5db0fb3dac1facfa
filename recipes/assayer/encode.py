"""Texts to tensors: tokenise every text once, then assemble pairs in parallel processes."""

from __future__ import annotations

import multiprocessing
import re
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from tokenizers import Tokenizer
from torch import Tensor

from recipes.assayer.backbone import CLS, PAD, SEP
from recipes.assayer.corpus import UNKNOWN, Pair, Tables
from recipes.assayer.manners import Manners
from recipes.assayer.network import MAX_SENTENCES

LENGTH = 288
STEP = 32
MAX_QUESTION, MAX_TITLE = 64, 24
# How far away the other question stands where two are asked at once: beyond those of its passage.
APART, NEARBY = 8, 30
TOKENISED_AT_ONCE, PAIRS_IN_A_JOB = 20_000, 5_000
SENTENCE_END = re.compile(r"(?<=[.!?])[\"')\]]*\s+(?=[A-Z0-9\"'(\[])|\n+")


@dataclass(slots=True)
class Encoded:
    """Pairs as tensors on one device; `start` is 0 for no answer and -100 for unknown."""

    ids: Tensor
    types: Tensor
    sentence: Tensor
    length: Tensor
    start: Tensor
    end: Tensor
    gold_sentence: Tensor
    relevance: Tensor
    weight: Tensor

    def columns(self) -> dict[str, Tensor]:
        """The tensors by name, in order."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}

    def to(self, device: str) -> Encoded:
        """The same tensors on another device."""
        return Encoded(**{name: column.to(device) for name, column in self.columns().items()})

    def __getitem__(self, rows: Tensor) -> Encoded:
        """Some rows, cut to the longest of them."""
        return self.cut(rows, width_of(self.length[rows]))

    def cut(self, rows: Tensor, width: int) -> Encoded:
        """Some rows, so many tokens of each: to ask a GPU for their width takes time."""
        return Encoded(
            **{
                name: column[rows, :width] if column.ndim == 2 else column[rows]
                for name, column in self.columns().items()
            }
        )


def width_of(lengths: Tensor) -> int:
    """The width that holds rows of these lengths, one of few: kernels are built for each."""
    return -(-int(lengths.max()) // STEP) * STEP


class Texts:
    """Every question and passage as token ids, with the characters of each passage token."""

    def __init__(self, tables: Tables, tokenizer: Path) -> None:
        """Tokenise everything; the library does so in parallel."""
        cutter = Tokenizer.from_file(str(tokenizer))
        cutter.no_padding()
        cutter.no_truncation()
        titles = [title for title, _ in tables.passages]
        self.manners = Manners(cutter)
        self.questions = _token_ids(cutter, tables.questions)
        self.titles = [ids[:MAX_TITLE] for ids in _token_ids(cutter, titles)]
        self.texts: list[np.ndarray] = []
        self.offsets: list[np.ndarray] = []
        self.sentences: list[np.ndarray] = []
        for first in range(0, len(tables.passages), TOKENISED_AT_ONCE):
            block = [text for _, text in tables.passages[first : first + TOKENISED_AT_ONCE]]
            for text, tokens in zip(
                block, cutter.encode_batch(block, add_special_tokens=False), strict=True
            ):
                offsets = np.array(tokens.offsets, np.int32).reshape(-1, 2)
                borders = [found.end() for found in SENTENCE_END.finditer(text)]
                numbers = np.searchsorted(borders, offsets[:, 0], side="right")
                self.texts.append(np.array(tokens.ids, np.int16))
                self.offsets.append(offsets)
                self.sentences.append(numbers.astype(np.int16))


def _token_ids(cutter: Tokenizer, texts: list[str]) -> list[list[int]]:
    return [e.ids for e in cutter.encode_batch_fast(texts, add_special_tokens=False)]


def ends(ids: list[int]) -> list[int]:
    """The first and last tokens of a question that is too long, as the tool takes them."""
    half = MAX_QUESTION // 2
    return ids if len(ids) <= MAX_QUESTION else ids[:half] + ids[-half:]


_shared: Texts  # inherited by the forked workers, so that nothing is copied


def assemble(
    texts: Texts,
    pairs: list[Pair],
    seed: int = 0,
    *,
    drop_titles: float = 0.25,
    first_window: bool = False,
) -> Encoded:
    """All pairs as tensors, for training unless told otherwise.

    Some titles are dropped so that the network does not lean on them, and some questions are put as
    people put them (see manners.py). A text that is too long is cut around its answer, or anywhere
    where it has none. With `first_window` questions stay and a text is cut after its beginning.
    """
    global _shared  # noqa: PLW0603 - the one way to hand it to forked workers without a copy
    _shared = texts
    jobs = [
        (pairs[first : first + PAIRS_IN_A_JOB], seed + first, drop_titles, first_window)
        for first in range(0, len(pairs), PAIRS_IN_A_JOB)
    ]
    with multiprocessing.get_context("fork").Pool() as pool:
        blocks = pool.starmap(_assemble_block, jobs)
    columns = [torch.from_numpy(np.concatenate(column)) for column in zip(*blocks, strict=True)]
    return Encoded(*columns)


def _assemble_block(
    pairs: list[Pair], seed: int, drop_titles: float, first_window: bool
) -> tuple[np.ndarray, ...]:
    random = np.random.default_rng(seed)
    count = len(pairs)
    ids = np.full((count, LENGTH), PAD, np.int16)
    types = np.zeros((count, LENGTH), np.int8)
    sentence = np.full((count, LENGTH), -1, np.int8)
    facts = np.zeros((count, 4), np.int64)
    for number, pair in enumerate(pairs):
        titled = random.random() >= drop_titles
        row = _Row(ids[number], types[number], sentence[number])
        facts[number] = _fill(row, pair, titled=titled, random=None if first_window else random)
    relevance = np.array([p.relevance for p in pairs], np.float32)
    weight = np.array([p.weight for p in pairs], np.float32)
    length, start, end, gold = facts.T
    return ids, types, sentence, length, start, end, gold, relevance, weight


class _Row(NamedTuple):
    """One row of each wide array, to be written to."""

    ids: np.ndarray
    types: np.ndarray
    sentence: np.ndarray


def _fill(
    row: _Row, pair: Pair, *, titled: bool, random: np.random.Generator | None
) -> tuple[int, int, int, int]:
    """Write one pair into its row; gives back length, start, end and the answer's sentence."""
    asked = _shared.questions[pair.question]
    if random is not None:  # one question is put in one way, whatever passage it is put to
        chance = np.random.default_rng(pair.question)
        asked = _shared.manners.dress(asked, chance, _another(pair.question))
    head = [CLS, *ends(asked), SEP]
    title = _shared.titles[pair.passage] if titled else []
    lead = [*head, *title, SEP] if title else head
    room = LENGTH - len(lead) - 1
    first, last = token_span(pair, _shared.offsets[pair.passage])
    begin = window(len(_shared.texts[pair.passage]), room, (first, last), random)
    text, at = _shared.texts[pair.passage][begin : begin + room], len(lead)
    row.ids[:at] = lead
    row.ids[at : at + len(text)] = text
    row.ids[at + len(text)] = SEP
    length = at + len(text) + 1
    row.types[len(head) : length] = 1
    numbers = _shared.sentences[pair.passage][begin : begin + room]
    if len(numbers):
        numbers = np.minimum(numbers - numbers[0], MAX_SENTENCES - 1)
    row.sentence[at : at + len(text)] = numbers
    if pair.start == UNKNOWN:
        return length, -100, -100, -1
    start, end = at + first - begin, at + last - begin
    if first < 0 or not at <= start <= end < length - 1:
        return length, 0, 0, -1
    return length, start, end, int(row.sentence[start])


def _another(question: int) -> list[int]:
    """A question that stands near by in the tables, so mostly of the same source."""
    rows = _shared.questions
    return rows[(question + APART + question % NEARBY) % len(rows)]


def token_span(pair: Pair, offsets: np.ndarray) -> tuple[int, int]:
    """The first and last token of the answer, or (-1, -1) where there is none."""
    if pair.start < 0 or not len(offsets):
        return -1, -1
    first = int(np.searchsorted(offsets[:, 1], pair.start, side="right"))
    last = int(np.searchsorted(offsets[:, 0], pair.end, side="left")) - 1
    return (first, last) if first <= last < len(offsets) else (-1, -1)


def window(
    tokens: int, room: int, answer: tuple[int, int], random: np.random.Generator | None
) -> int:
    """The token at which a text is cut to fit; without `random` its beginning is kept."""
    first, last = answer
    if tokens <= room or random is None:
        return 0
    if first < 0 or last - first >= room:
        return int(random.integers(0, tokens - room + 1))
    low, high = max(0, last - room + 1), min(first, tokens - room)
    return int(random.integers(low, high + 1))
