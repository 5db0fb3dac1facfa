"""A question and a passage as token windows: nothing of a long passage is cut off."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from assay.errors import ModelError
from assay.types import Passage

CLS, SEP = 101, 102
# As in training: longer windows were never seen by the network.
WINDOW = 288
LONGEST_QUESTION, LONGEST_TITLE = 64, 16
# Neighbouring windows share this many tokens, so that no answer is cut in two.
OVERLAP = 64

_SURROGATE = re.compile("[\ud800-\udfff]")

Offsets = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Window:
    """One row for the network; `offsets` are the characters of its text tokens, from `first` on."""

    ids: NDArray[np.int64]
    types: NDArray[np.int64]
    first: int
    offsets: Offsets


class PairEncoder:
    """Turns (question, passage) into windows; a claim may stand in the question's place."""

    def __init__(self, tokenizer: Path, longest_question: int = LONGEST_QUESTION) -> None:
        """Load the tokenizer the network was trained with, for as many tokens of the question."""
        self._longest_question = longest_question
        try:
            self._tokenizer = Tokenizer.from_file(str(tokenizer))
        except Exception as error:  # the library raises bare Exception for any unreadable file
            raise ModelError(f"the tokenizer {tokenizer} cannot be read: {error}") from error
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()

    def windows(self, question: str, passage: Passage) -> Iterator[Window]:
        """The windows of a pair, in order; none when the passage has no words."""
        texts = [_encodable(t) for t in (question, passage.title, passage.text)]
        asked, title, text = self._tokenizer.encode_batch(texts, add_special_tokens=False)
        if not text.ids:
            return
        head = [CLS, *_ends(asked.ids, self._longest_question), SEP]
        lead = [*head, *title.ids[:LONGEST_TITLE], SEP] if title.ids else head
        room = WINDOW - len(lead) - 1
        offsets = np.array(text.offsets, np.int32).reshape(-1, 2)
        for begin in _starts(len(text.ids), room):
            part = text.ids[begin : begin + room]
            ids = np.array([*lead, *part, SEP], np.int64)
            types = np.zeros_like(ids)
            types[len(head) :] = 1
            yield Window(ids, types, len(lead), offsets[begin : begin + room])


def _starts(tokens: int, room: int) -> Iterator[int]:
    begin = 0
    while True:
        yield begin
        if begin + room >= tokens:
            return
        begin += room - OVERLAP


def _ends(ids: list[int], most: int) -> list[int]:
    """The first and last tokens of a question that is too long: what is asked stands at an end."""
    return ids if len(ids) <= most else ids[: most // 2] + ids[-(most - most // 2) :]


def _encodable(text: str) -> str:
    """The text with lone surrogates replaced one for one, so that offsets stay true."""
    return _SURROGATE.sub("\ufffd", text)
