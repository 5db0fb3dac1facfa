from __future__ import annotations

import pytest

from assay.adapters.chat.cached import CachedChat
from assay.ports import ChatModel
from assay.testing import FakeChatModel
from assay.types import Completion, Message, Role
from tests.contracts.hostile import TEXTS

SUBJECTS = [
    pytest.param(lambda folder: FakeChatModel(["one two three four"] * 9), id="FakeChatModel"),
    pytest.param(
        lambda folder: CachedChat(FakeChatModel(["one two"] * 9), folder / "said.jsonl"),
        id="CachedChat",
    ),
]

HELLO = [Message(Role.SYSTEM, "Be brief."), Message(Role.USER, "Say something.")]


@pytest.fixture(params=SUBJECTS)
def model(request, tmp_path):
    return request.param(tmp_path)


def test_it_fits_the_port(model):
    assert isinstance(model, ChatModel)


def test_it_says_something_and_counts_its_tokens(model):
    completion = model.complete(HELLO)
    assert isinstance(completion, Completion)
    assert completion.text
    assert completion.tokens > 0


def test_without_asking_there_are_no_logprobs(model):
    assert model.complete(HELLO).logprobs == ()


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_no_text_breaks_it(model, text):
    assert isinstance(model.complete([Message(Role.USER, text)]), Completion)
