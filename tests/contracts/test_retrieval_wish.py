from __future__ import annotations

import pytest

from assay.ports import RetrievalWish
from assay.testing import FakeRetrievalWish
from tests.contracts.hostile import TEXTS

SUBJECTS = [
    pytest.param(lambda folder: FakeRetrievalWish(), id="FakeRetrievalWish"),
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
