from __future__ import annotations

import pytest

from assay.adapters.generators.chat import ChatGenerator
from assay.adapters.generators.fallback import WithFallback
from assay.ports import Generator, KnowsByItself, knows_by_itself
from assay.steps.answer.abstain import Abstaining
from assay.testing import FakeChatModel, FakeGenerator, FakeKnowsByItself
from assay.types import Draft, Evidence

SUBJECTS = [
    pytest.param(lambda: FakeKnowsByItself(Draft("By the sea.")), id="FakeKnowsByItself"),
    pytest.param(
        lambda: ChatGenerator(FakeChatModel(["By the sea."]), answers_without_evidence=True),
        id="ChatGenerator",
    ),
    pytest.param(
        lambda: WithFallback(FakeKnowsByItself(Draft("By the sea.")), FakeGenerator()),
        id="WithFallback",
    ),
]


@pytest.mark.parametrize("make", SUBJECTS)
def test_what_knows_by_itself_answers_without_evidence(make):
    generator = make()
    assert isinstance(generator, KnowsByItself) and isinstance(generator, Generator)
    assert knows_by_itself(generator) and knows_by_itself(Abstaining(generator))
    assert generator.generate("Where is it?", Evidence()).text == "By the sea."


def test_a_generator_that_does_not_say_so_needs_evidence():
    assert not knows_by_itself(FakeGenerator())
    assert not knows_by_itself(ChatGenerator(FakeChatModel(["Here."])))
