"""Pairs a second: how fast something judges (question, passage) pairs."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tokenizers import Tokenizer

from assay.types import Passage
from assay_bench.speed import corpus

PER_QUESTION = 10  # what a retriever usually hands to the evaluator
TOKENS = 160  # of a pair, question included
TEN_AT_A_TIME = "assay, ten at a time"  # the contender that all others are compared with
_SPREAD = 0.25  # passages of a real index are not all alike


@dataclass(frozen=True, slots=True)
class Group:
    """One question with the passages to judge for it."""

    question: str
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class PairRate:
    """What was measured of one contender, or why nothing was."""

    name: str
    pairs_per_second: float | None
    pairs: int = 0
    note: str = ""


Judge = Callable[[Group], object]


def make_groups(pairs: int, tokenizer: Path, data: Path | None = None) -> list[Group]:
    """So many pairs of about 160 tokens, ten to a question, the same at every call."""
    tokens = Tokenizer.from_file(str(tokenizer))
    tokens.no_padding()
    tokens.no_truncation()
    long = list(corpus.passages(pairs, data, words=2 * TOKENS))
    groups = []
    for number, question in enumerate(corpus.questions(-(-pairs // PER_QUESTION), data)):
        first = number * PER_QUESTION
        room = TOKENS - len(tokens.encode(question).ids)
        made = [
            Passage(str(at), _cut(tokens, text, int(room * _stretch(at))), document=str(at))
            for at, text in enumerate(long[first : first + PER_QUESTION], start=first)
        ]
        groups.append(Group(question, tuple(made)))
    return groups


def measure(name: str, judge: Judge, groups: Sequence[Group], max_seconds: float) -> PairRate:
    """The rate over the groups, after one for warming up, for at most about so many seconds."""
    judge(groups[0])
    pairs = 0
    began = time.perf_counter()
    for group in groups[1:]:
        judge(group)
        pairs += len(group.passages)
        if time.perf_counter() - began > max_seconds:
            break
    return PairRate(name, pairs / (time.perf_counter() - began), pairs)


def absent(name: str, package: str) -> PairRate:
    """A contender that cannot be measured here."""
    return PairRate(name, None, note=f"not installed: {package}")


def _stretch(number: int) -> float:
    """A factor around one that differs from passage to passage."""
    return 1 - _SPREAD + 2 * _SPREAD * ((number * 7) % PER_QUESTION) / (PER_QUESTION - 1)


def _cut(tokens: Tokenizer, text: str, most: int) -> str:
    offsets = tokens.encode(text, add_special_tokens=False).offsets
    return text[: offsets[most - 1][1]] if len(offsets) > most else text
