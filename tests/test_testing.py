from __future__ import annotations

import inspect

import numpy as np
import pytest

import assay.testing
from assay import ports
from assay.errors import ServiceError
from assay.testing import FakeChatModel, FakeEmbedder, FakePageReader, FakeRelevanceScorer
from assay.types import Message, Page, Passage, Role

PORTS = [p for _, p in inspect.getmembers(ports, inspect.isclass) if p.__module__ == ports.__name__]


@pytest.mark.parametrize("port", PORTS, ids=lambda port: port.__name__)
def test_every_port_has_a_fake_that_fits_it(port):
    fake = getattr(assay.testing, f"Fake{port.__name__}")
    assert isinstance(fake(), port)
    assert fake.__doc__


def test_a_fake_fails_on_demand_and_still_keeps_the_call():
    fake = FakeRelevanceScorer(error=ServiceError("down"))
    with pytest.raises(ServiceError):
        fake.score("why?", [])
    assert fake.calls == ["why?"]


def test_the_scorer_looks_for_words():
    fake = FakeRelevanceScorer({"list": 0.9, "a": 0.1}, otherwise=-0.3)
    texts = ["a list", "a tuple", "nothing"]
    assert fake.score("q", [Passage(t, t) for t in texts]) == [0.9, 0.1, -0.3]


def test_the_chat_model_says_its_replies_in_turn_and_is_cut_at_the_limit():
    fake = FakeChatModel(["one two three", "four"])
    ask = [Message(Role.USER, "hello")]
    first = fake.complete(ask, max_tokens=2)
    assert (first.text.split(), first.cut) == (["one", "two"], True)
    assert fake.complete(ask).text == "four"
    assert fake.complete(ask).text == ""
    assert fake.calls == ["hello"] * 3


def test_the_embedder_puts_like_texts_together():
    near, like, far = FakeEmbedder().embed(["a red fox", "the red fox", "tax law of 1911"])
    assert np.dot(near, like) > np.dot(near, far)


def test_the_page_reader_notes_what_it_cannot_read():
    reading = FakePageReader([Page("http://a", "A", "text")]).read(["http://b", "http://a"])
    assert [p.url for p in reading.pages] == ["http://a"]
    assert reading.notes == ("http://b: unknown",)
