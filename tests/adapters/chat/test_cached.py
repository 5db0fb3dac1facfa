from __future__ import annotations

import pytest

from assay.adapters.chat.cached import CachedChat, cached_model
from assay.budget import Limits, limited
from assay.ports import TextModel
from assay.testing import FakeChatModel, FakeTextModel
from assay.tracing import recording, voiced
from assay.types import Completion, Message, Role, Token

HELLO = [Message(Role.USER, "hello")]
SURE = Completion("hi", (Token("hi", -0.1, (("hi", -0.1), ("ho", -2.5))),), tokens=7, cut=True)


class Once:
    """Says one thing once; a second call is a failure."""

    def __init__(self, said=SURE):
        self.said = [said]

    def complete(self, messages, *, max_tokens=256, temperature=0.0, logprobs=0):
        return self.said.pop()


def test_what_was_said_is_not_asked_again_word_for_word(tmp_path):
    path = tmp_path / "deep" / "said.jsonl"
    assert CachedChat(Once(), path).complete(HELLO, logprobs=2) == SURE
    again = CachedChat(FakeChatModel([]), path)
    with limited(Limits(tokens=100)) as budget, recording() as record:
        assert again.complete(HELLO, logprobs=2) == SURE
    assert budget.spent["tokens"] == 7
    assert record.steps[0].name == "cached"
    assert record.steps[0].facts["saved_ms"] >= 0


def test_a_listener_hears_what_is_cached(tmp_path):
    chat = CachedChat(Once(), tmp_path / "said")
    chat.complete(HELLO)
    heard = []
    with recording(text_listener=heard.append), voiced():
        chat.complete(HELLO)
    assert [piece.text for piece in heard] == ["hi"]


@pytest.mark.parametrize(
    "torn", ['["an older form", "x", 1.0, false]\n', '{"version": 2, "key', "\x00\n", "7\n"]
)
def test_lines_that_are_torn_or_of_another_form_are_passed_over(tmp_path, torn):
    path = tmp_path / "said"
    CachedChat(Once(), path).complete(HELLO)
    with path.open("a") as file:
        file.write(torn)
    other = CachedChat(Once(Completion("more")), path)
    assert other.complete(HELLO) == SURE
    assert other.complete(HELLO, max_tokens=9).text == "more"
    assert CachedChat(FakeChatModel([]), path).complete(HELLO, max_tokens=9).text == "more"


def test_another_model_and_other_parameters_are_asked_anew(tmp_path):
    path = tmp_path / "said"
    CachedChat(Once(), path, identity="one").complete(HELLO)
    assert CachedChat(Once(Completion("I am two")), path, "two").complete(HELLO).text != "hi"
    warm = CachedChat(Once(Completion("warm")), path, "one")
    assert warm.complete(HELLO, temperature=0.5).text == "warm"


def test_samples_of_one_prompt_stay_different(tmp_path):
    path = tmp_path / "said"
    first = CachedChat(FakeChatModel(["a", "b"]), path)
    assert [first.complete(HELLO, temperature=1.0).text for _ in range(2)] == ["a", "b"]
    again = CachedChat(FakeChatModel([]), path)
    assert [again.complete(HELLO, temperature=1.0).text for _ in range(2)] == ["a", "b"]


def test_what_the_clock_cut_short_is_not_kept(tmp_path):
    with limited(Limits(seconds=0)):
        CachedChat(Once(), tmp_path / "said").complete(HELLO)
    assert CachedChat(Once(Completion("all")), tmp_path / "said").complete(HELLO).text == "all"


class Both(FakeTextModel):
    """A chat model that continues texts, too."""

    def complete(self, messages, *, max_tokens=256, temperature=0.0, logprobs=0):
        return SURE


def test_continued_texts_are_cached_one_by_one(tmp_path):
    path = tmp_path / "said"
    first = Both({"one": SURE})
    assert cached_model(first, path).continue_texts(["one"], logprobs=2) == [SURE]
    second = Both({"two": Completion("zwei")})
    again = cached_model(second, path)
    with recording() as record:
        found = again.continue_texts(["two", "one", "two"], logprobs=2)
    assert found == [Completion("zwei"), SURE, Completion("zwei")]
    assert second.calls == ["two"]
    assert [step.name for step in record.steps] == ["cached"]
    assert again.complete(HELLO) == SURE


def test_only_a_model_that_continues_texts_is_cached_as_one(tmp_path):
    assert isinstance(cached_model(Both({}), tmp_path / "a"), TextModel)
    assert not isinstance(cached_model(Once(), tmp_path / "b"), TextModel)
