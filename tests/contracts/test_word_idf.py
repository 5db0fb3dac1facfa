from __future__ import annotations

import pytest

from assay.indexing.vocabulary import Vocabulary
from assay.ports import WordIdf
from assay.testing import FakeWordIdf

SUBJECTS = [
    pytest.param(FakeWordIdf({"goat": 1.0}), id="FakeWordIdf"),
    pytest.param(Vocabulary({"goat": 3, "the": 9}, 9), id="Vocabulary"),
    pytest.param(Vocabulary({}, 0), id="Vocabulary-empty"),
]


@pytest.mark.parametrize("collection", SUBJECTS)
def test_it_fits_the_port_and_no_word_is_rarer_than_an_unknown_one(collection):
    assert isinstance(collection, WordIdf)
    assert 0 <= collection.idf("goat") <= collection.idf("zebra")
