from __future__ import annotations

import pytest

from assay.adapters.chat.cached import CachedTextModel
from assay.ports import TextModel
from assay.testing import FakeTextModel
from assay.types import Completion
from tests.contracts.hostile import TEXTS

SUBJECTS = [
    pytest.param(lambda folder: FakeTextModel({"Say": Completion("so")}), id="FakeTextModel"),
    pytest.param(
        lambda folder: CachedTextModel(FakeTextModel({"Say": Completion("so")}), folder / "f"),
        id="CachedTextModel",
    ),
]


@pytest.fixture(params=SUBJECTS)
def model(request, tmp_path):
    return request.param(tmp_path)


def test_it_fits_the_port(model):
    assert isinstance(model, TextModel)


def test_there_is_one_continuation_for_each_prompt(model):
    found = model.continue_texts(["Say a", "Say b", "Say c"], max_tokens=2)
    assert len(found) == 3
    assert all(isinstance(each, Completion) for each in found)
    assert model.continue_texts([]) == []


def test_without_asking_there_are_no_logprobs(model):
    assert model.continue_texts(["Say a"], max_tokens=2)[0].logprobs == ()


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_no_text_breaks_it(model, text):
    assert isinstance(model.continue_texts([text], max_tokens=2)[0], Completion)
