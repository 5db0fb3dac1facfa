from __future__ import annotations

import pytest

from assay.adapters.scorers.pair_encoding import MAX_PIECE, PAIRS_AT_ONCE, WINDOW, PairEncoder
from assay.model_files import MODELS
from assay.types import Passage

ENCODER = PairEncoder(MODELS / "tokenizer.json")
TEXTS = ["", " ", "The lid is round.", "word " * 600, "a\ud800b", "long " * MAX_PIECE]


def rows(windows):
    return [(w.ids.tolist(), w.types.tolist(), w.first, w.offsets.tolist()) for w in windows]


def test_pairs_that_are_read_together_are_read_as_each_would_be_alone():
    passages = [Passage(str(at), text, "A title") for at, text in enumerate(TEXTS)]
    pairs = [("which word?", passage) for passage in passages * (PAIRS_AT_ONCE // 3)]
    assert len(pairs) > PAIRS_AT_ONCE
    together = ENCODER.windows_of(pairs)
    assert [rows(each) for each in together] == [rows(ENCODER.windows(*pair)) for pair in pairs]
    assert [bool(each) for each in together[: len(TEXTS)]] == [False, False, True, True, True, True]


@pytest.mark.parametrize("text", TEXTS[2:])
def test_the_windows_of_a_text_leave_nothing_of_it_out(text):
    windows = ENCODER.windows("which word?", Passage("p", text))
    covered = {at for w in windows for begin, end in w.offsets.tolist() for at in range(begin, end)}
    assert all(at in covered for at, letter in enumerate(text) if letter.isalpha())
    assert all(len(w.ids) <= WINDOW for w in windows)
