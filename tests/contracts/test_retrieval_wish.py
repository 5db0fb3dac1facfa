from __future__ import annotations

import pytest

from assay.adapters.critics.memory_wish import MemoryWish
from assay.adapters.critics.token_wish import TokenWish
from assay.ports import RetrievalWish
from assay.steps.retrieval_wishes import AlwaysRetrieve, NeverRetrieve
from assay.testing import FakeChatModel, FakeRetrievalWish, FakeTextModel
from tests.contracts.hostile import TEXTS

SUBJECTS = [
    pytest.param(lambda folder: FakeRetrievalWish(), id="FakeRetrievalWish"),
    pytest.param(lambda folder: AlwaysRetrieve(), id="AlwaysRetrieve"),
    pytest.param(lambda folder: NeverRetrieve(), id="NeverRetrieve"),
    pytest.param(lambda folder: TokenWish(FakeTextModel()), id="TokenWish"),
    pytest.param(lambda folder: MemoryWish(FakeChatModel(["A list."] * 2)), id="MemoryWish"),
]


@pytest.fixture(params=SUBJECTS)
def wish(request, tmp_path):
    return request.param(tmp_path)


def test_it_fits_the_port(wish):
    assert isinstance(wish, RetrievalWish)


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_a_wish_is_a_probability_whatever_is_asked(wish, text):
    assert 0 <= wish.wanted(text) <= 1
    assert 0 <= wish.wanted("What is a list?", text) <= 1
