from __future__ import annotations

import pytest

from assay.indexing.vocabulary import Vocabulary
from assay.ports import WordRarity
from assay.testing import FakeWordRarity

SUBJECTS = [
    pytest.param(FakeWordRarity({"goat": 1.0}), id="FakeWordRarity"),
    pytest.param(Vocabulary({"goat": 3, "the": 9}, 9), id="Vocabulary"),
    pytest.param(Vocabulary({}, 0), id="Vocabulary-empty"),
]


@pytest.mark.parametrize("rarity", SUBJECTS)
def test_it_fits_the_port_and_no_word_is_rarer_than_an_unknown_one(rarity):
    assert isinstance(rarity, WordRarity)
    assert rarity.most > 0
    assert 0 <= rarity.rarity("goat") <= rarity.rarity("zebra") <= rarity.most
