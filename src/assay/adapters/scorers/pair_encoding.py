"""A question and a passage as token windows: nothing of a long passage is cut off."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tokenizers import Encoding

from assay.adapters.shared_tokenizer import shared_tokenizer
from assay.budget import current_budget
from assay.types import Passage

CLS, SEP = 101, 102
# As in training: longer windows were never seen by the network.
WINDOW = 288
MAX_QUESTION, MAX_TITLE = 64, 24
# Adjacent windows share this many tokens, so that no answer is cut in two.
OVERLAP = 64

# Characters that the tokenizer takes at once.
MAX_PIECE = 20_000
# Pairs whose texts the tokenizer takes at once, between two looks at the clock.
PAIRS_AT_ONCE = 16

_SURROGATE = re.compile("[\ud800-\udfff]")

Offsets = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Window:
    """One row for the network; `offsets` are the characters of its text tokens, from `first` on."""

    ids: NDArray[np.int64]
    types: NDArray[np.int64]
    first: int
    offsets: Offsets

    def __len__(self) -> int:
        """Its tokens."""
        return len(self.ids)

    @property
    def fed(self) -> dict[str, NDArray[np.int64]]:
        """The row as the network takes it."""
        ids = self.ids[None]
        mask = np.ones_like(ids)
        return {"input_ids": ids, "attention_mask": mask, "token_type_ids": self.types[None]}


class PairEncoder:
    """Turns (question, passage) into windows; a claim may stand in the question's place."""

    def __init__(self, tokenizer: Path, max_question: int = MAX_QUESTION) -> None:
        """Load the tokenizer the network was trained with, for as many tokens of the question."""
        self._max_question = max_question
        self._tokenizer = shared_tokenizer(tokenizer)

    def windows(self, question: str, passage: Passage) -> list[Window]:
        """The windows of a pair, in order; none when the passage has no words."""
        return self.windows_of([(question, passage)])[0]

    def windows_of(self, pairs: Iterable[tuple[str, Passage]]) -> list[list[Window]]:
        """The windows of each pair; the tokenizer reads the texts of many side by side."""
        found: list[list[Window]] = []
        rest = iter(pairs)
        while some := list(islice(rest, PAIRS_AT_ONCE)):
            current_budget().check()
            known = self._encoded(some)
            found.extend(list(self._rows(*pair, known)) for pair in some)
        return found

    def _encoded(self, pairs: list[tuple[str, Passage]]) -> dict[str, Encoding]:
        """The tokens of every text that is read in one piece, each text once."""
        whole = (passage.text for _, passage in pairs if len(passage.text) <= MAX_PIECE)
        heads = (text for question, passage in pairs for text in (question, _head(passage)))
        texts = list(dict.fromkeys([*heads, *whole]))
        found = self._tokenizer.encode_batch([*map(_encodable, texts)], add_special_tokens=False)
        return dict(zip(texts, found, strict=True))

    def _rows(
        self, question: str, passage: Passage, known: Mapping[str, Encoding]
    ) -> Iterator[Window]:
        asked, title = known[question].ids, known[_head(passage)].ids
        if len(passage.text) <= MAX_PIECE:
            words, offsets = _read(known[passage.text])
        else:
            words, offsets = self._tokens(_encodable(passage.text))
        if not words:
            return
        head = [CLS, *_ends(asked, self._max_question), SEP]
        lead = [*head, *title[:MAX_TITLE], SEP] if title else head
        room = WINDOW - len(lead) - 1
        for begin in _starts(len(words), room):
            part = words[begin : begin + room]
            ids = np.array([*lead, *part, SEP], np.int64)
            types = np.zeros_like(ids)
            types[len(head) :] = 1
            yield Window(ids, types, len(lead), offsets[begin : begin + room])

    def _tokens(self, text: str) -> tuple[list[int], Offsets]:
        """The tokens of a text and their characters; a long one is read in pieces, by the clock."""
        ids: list[int] = []
        offsets: list[Offsets] = []
        at = 0
        while at < len(text):
            current_budget().check()
            end = at + MAX_PIECE
            blank = text.rfind(" ", at + 1, end) if end < len(text) else -1
            end = blank if blank > 0 else end
            piece = _read(self._tokenizer.encode(text[at:end], add_special_tokens=False))
            ids += piece[0]
            offsets.append(piece[1] + np.int32(at))
            at = end
        return ids, np.concatenate(offsets)


def _head(passage: Passage) -> str:
    return passage.context[:MAX_PIECE]


def _read(encoding: Encoding) -> tuple[list[int], Offsets]:
    return encoding.ids, np.array(encoding.offsets, np.int32).reshape(-1, 2)


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
