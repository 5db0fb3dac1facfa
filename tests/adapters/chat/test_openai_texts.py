"""Texts continued as they stand, over a completions address."""

from __future__ import annotations

import pytest

from assay.adapters.chat.openai_chat import OpenAIChat
from assay.budget import Limits, limited
from assay.errors import ServiceError
from assay.ports import TextModel
from assay.types import Token
from tests.adapters.chat.wire_server import continuation, event, failure, serving, stream

pytest.importorskip("openai")


def chat(url: str) -> OpenAIChat:
    return OpenAIChat("tiny", url, sleep=lambda _: None, seconds=5.0)


COLUMNS = {
    "tokens": ["[Relevant]", " Oslo"],
    "token_logprobs": [-0.1, -0.5],
    "top_logprobs": [{"[Irrelevant]": -2.5, "[Relevant]": -0.1}, None],
    "text_offset": [0, 10],
}


def test_a_text_is_continued_as_it_stands():
    reply = stream(
        event(continuation("[Relevant] Oslo", None, COLUMNS)),
        event(continuation("", "stop")),
        event({"id": "x", "choices": [], "usage": {"total_tokens": 9}}),
    )
    with serving(reply) as server, limited(Limits()) as budget:
        model = chat(server.url)
        (completion,) = model.continue_texts(["### Response:\n"], max_tokens=7, logprobs=5)
    assert isinstance(model, TextModel)
    assert (completion.text, completion.tokens, completion.cut) == ("[Relevant] Oslo", 9, False)
    assert completion.logprobs == (
        Token("[Relevant]", -0.1, (("[Relevant]", -0.1), ("[Irrelevant]", -2.5))),
        Token(" Oslo", -0.5),
    )
    assert budget.spent["tokens"] == 9
    sent = server.requests[0]
    assert (sent["prompt"], sent["max_tokens"], sent["logprobs"]) == ("### Response:\n", 7, 5)
    assert sent["skip_special_tokens"] is False
    assert "messages" not in sent


def test_several_texts_are_continued_in_their_order():
    def echo(handler):
        handler.start(200, "text/event-stream")
        handler.wfile.write(event(continuation(f"{handler.asked['prompt']}!", "stop")))

    with serving(echo) as server:
        found = chat(server.url).continue_texts([f"p{n}" for n in range(12)])
    assert [completion.text for completion in found] == [f"p{n}!" for n in range(12)]


def test_a_server_that_does_not_know_special_tokens_is_asked_without():
    replies = [
        failure(400, "Unrecognized argument: skip_special_tokens"),
        failure(400, "Unrecognized argument: spaces_between_special_tokens"),
        stream(event(continuation("fine", "stop"))),
    ]
    with serving(*replies) as server:
        (completion,) = chat(server.url).continue_texts(["x"])
    assert completion.text == "fine"
    assert "skip_special_tokens" not in server.requests[-1]


def test_one_continuation_that_fails_is_an_error():
    with serving(failure(404, "no such model")) as server, pytest.raises(ServiceError):
        chat(server.url).continue_texts(["a", "b"])


@pytest.mark.parametrize(
    "columns",
    [
        {"tokens": None},
        {"tokens": ["a", 3, "c"], "token_logprobs": [None, -1, -2], "top_logprobs": "no"},
        {"tokens": ["a"], "token_logprobs": [-1], "top_logprobs": [{"a": None, "b": "x"}]},
    ],
)
def test_malformed_columns_count_for_nothing(columns):
    with serving(stream(event(continuation("abc", "stop", columns)))) as server:
        (completion,) = chat(server.url).continue_texts(["x"], logprobs=2)
    assert completion.text == "abc"
    assert all(token.alternatives == () for token in completion.logprobs)
