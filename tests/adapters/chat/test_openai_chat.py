from __future__ import annotations

import gzip
import socket

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.adapters.chat.openai_chat import OpenAIChat
from assay.budget import Limits, limited
from assay.errors import BudgetSpentError, ServiceError
from assay.ports import ChatModel
from assay.secret import Secret
from assay.tracing import recording, voiced
from assay.types import Message, Role, Token
from tests.adapters.chat.wire_server import (
    answer,
    delta,
    event,
    failure,
    hang_up,
    serving,
    stream,
)

pytest.importorskip("openai")

HELLO = [Message(Role.SYSTEM, "Be brief."), Message(Role.USER, "Hello?")]


def chat(url: str, **options) -> OpenAIChat:
    return OpenAIChat("tiny", url, **{"sleep": lambda _: None, "seconds": 5.0, **options})


def test_an_answer_comes_back_whole_and_is_counted():
    with serving(answer("Good ", "day.", usage=17)) as server, limited(Limits()) as budget:
        model = chat(server.url, api_key=Secret("secret"))
        completion = model.complete(HELLO, max_tokens=40, temperature=0.5)
    assert isinstance(model, ChatModel)
    assert (completion.text, completion.tokens, completion.cut) == ("Good day.", 17, False)
    assert budget.spent["tokens"] == 17
    sent = server.requests[0]
    assert sent["model"] == "tiny"
    assert sent["messages"][0] == {"role": "system", "content": "Be brief."}
    assert (sent["max_tokens"], sent["temperature"], sent["stream"]) == (40, 0.5, True)
    assert "logprobs" not in sent
    assert server.headers[0]["authorization"] == "Bearer secret"
    assert "secret" not in repr(model)


def test_a_server_that_does_not_count_is_counted_for():
    with serving(answer("one ", "two ", "three ")) as server:
        assert chat(server.url).complete(HELLO).tokens == len("Be brief.Hello?") // 4 + 3


def test_log_probabilities_are_asked_for_and_read():
    entry = {
        "token": "Yes",
        "logprob": -0.1,
        "top_logprobs": [{"token": "Yes", "logprob": -0.1}, {"token": "No", "logprob": -2.0}],
    }
    with serving(stream(event(delta("Yes", "stop", [entry, {"token": 3}, None])))) as server:
        completion = chat(server.url).complete(HELLO, logprobs=2)
    assert completion.logprobs == (Token("Yes", -0.1, (("Yes", -0.1), ("No", -2.0))),)
    assert (server.requests[0]["logprobs"], server.requests[0]["top_logprobs"]) == (True, 2)


def test_pieces_are_heard_only_when_the_answer_is_voiced():
    heard: list[str] = []
    with (
        serving(answer("a", "b", "c")) as server,
        recording(text_listener=lambda p: heard.append(p.text)),
    ):
        chat(server.url).complete(HELLO)
        assert heard == []
        with voiced():
            chat(server.url).complete(HELLO)
    assert heard == ["a", "b", "c"]


@pytest.mark.parametrize(
    "trouble",
    [
        failure(429, "slow down", {"retry-after": "1"}),
        failure(500),
        failure(503),
        hang_up,
        stream(event(b"{not json")),
        stream(b"<html>a login page</html>"),
        stream(event(delta("")), event(b"[DONE]")),
    ],
    ids=["429", "500", "503", "hang-up", "not-json", "html", "half"],
)
def test_passing_trouble_is_tried_again(trouble):
    waits: list[float] = []
    with serving(trouble, trouble, answer("at last")) as server:
        completion = chat(server.url, sleep=waits.append).complete(HELLO)
    assert completion.text == "at last"
    assert len(server.requests) == 3
    assert len(waits) == 2
    assert waits[0] <= waits[1]


@pytest.mark.parametrize(
    ("trouble", "words"),
    [
        (failure(503, "down\x1b[31m for\nlunch"), "in trouble"),
        (hang_up, "cannot be reached"),
        (stream(event(b"[1, 2")), "not an answer"),
        (stream(event(delta("half an ans"))), "stopped in the middle"),
        (stream(event({"error": {"message": "out of memory"}})), "out of memory"),
        (stream(event(b"7"), event(b'"x"'), event(b"null")), "stopped in the middle"),
    ],
)
def test_lasting_trouble_is_a_clear_error(trouble, words):
    with serving(trouble) as server, pytest.raises(ServiceError, match=words) as caught:
        chat(server.url).complete(HELLO)
    assert str(caught.value).isprintable()
    assert server.url.removesuffix("/v1") in str(caught.value)
    assert caught.value.hint


def test_half_an_answer_that_was_heard_is_not_said_twice():
    with serving(stream(event(delta("half an ans")))) as server, pytest.raises(ServiceError):
        chat(server.url).complete(HELLO)
    assert len(server.requests) == 1


def test_a_server_that_is_down_is_named():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(ServiceError, match=f"127.0.0.1:{port} cannot be reached"):
        chat(f"http://user:hidden@127.0.0.1:{port}/v1").complete(HELLO)


def test_a_slow_server_is_given_up():
    slow = stream(event(delta("late")), pause_s=1.0)
    with serving(slow) as server, pytest.raises(ServiceError, match="no answer within"):
        chat(server.url, seconds=0.1, retries=0).complete(HELLO)


def test_a_question_whose_time_is_over_says_so_and_not_the_time_of_the_server():
    slow = stream(event(delta("late")), pause_s=4.0)
    with serving(slow) as server:
        asked = chat(server.url, seconds=60, retries=0)
        with (
            limited(Limits(seconds=2.0)),
            pytest.raises(ServiceError, match="in the time that the question had left"),
        ):
            asked.complete(HELLO)


def test_a_server_that_drips_without_end_is_given_up():
    drip = stream(*[b"d"] * 200, pause_s=0.02)  # never a whole event, never a long silence
    with serving(drip) as server, pytest.raises(ServiceError, match="no answer within"):
        chat(server.url, seconds=0.3, retries=0).complete(HELLO)


def test_a_long_wait_asked_by_the_server_is_not_taken():
    with serving(failure(429, headers={"retry-after": "3600"})) as server:
        with pytest.raises(ServiceError):
            chat(server.url, sleep=lambda s: pytest.fail(f"slept {s}")).complete(HELLO)
        assert len(server.requests) == 1


def test_a_compressed_answer_is_refused():
    def bomb(handler):
        handler.start(200, "text/event-stream", {"content-encoding": "gzip"})
        handler.wfile.write(gzip.compress(event(delta("x" * 100_000, "stop"))))

    with serving(bomb) as server, pytest.raises(ServiceError, match="compressed"):
        chat(server.url, retries=0).complete(HELLO)


@pytest.mark.parametrize(
    ("status", "hint"), [(401, "OPENAI_API_KEY"), (403, "key"), (404, "'tiny'"), (422, "prompt")]
)
def test_a_refusal_is_not_tried_again_and_says_what_to_do(status, hint):
    with serving(failure(status, "sorry")) as server:
        with pytest.raises(ServiceError, match="sorry") as caught:
            chat(server.url).complete(HELLO)
        assert len(server.requests) == 1
    assert hint in caught.value.hint


def test_options_that_a_server_does_not_know_are_left_out():
    replies = [
        failure(400, "Unsupported parameter: 'max_tokens'"),
        failure(400, "Unsupported value: 'temperature'"),
        failure(400, "logprobs is not supported"),
        failure(400, "unknown field stream_options"),
        answer("fine"),
    ]
    with serving(*replies) as server:
        assert chat(server.url).complete(HELLO, logprobs=1).text == "fine"
    last = server.requests[-1]
    assert last.keys() == {"model", "messages", "stream", "max_completion_tokens"}


def test_a_request_that_is_wrong_in_itself_is_not_repeated():
    with serving(failure(400, "the prompt is too long")) as server:
        with pytest.raises(ServiceError, match="too long"):
            chat(server.url).complete(HELLO)
        assert len(server.requests) == 1


def test_a_hundred_thousand_tokens_are_cut_at_the_limit():
    flood = stream(*[event(delta(f"w{i} ")) for i in range(100_000)], event(delta("", "stop")))
    with serving(flood) as server:
        completion = chat(server.url).complete(HELLO, max_tokens=50)
    assert completion.cut
    assert completion.text.startswith("w0 w1 w2")
    assert len(completion.text.split()) == 51


def test_one_endless_piece_is_cut():
    with serving(answer("x" * 1_000_000)) as server:
        completion = chat(server.url).complete(HELLO, max_tokens=10)
    assert completion.cut
    assert len(completion.text) == 160


def test_a_loop_is_cut_early():
    with serving(answer(*["and so on "] * 5_000)) as server:
        completion = chat(server.url).complete(HELLO, max_tokens=4_000)
    assert completion.cut
    assert len(completion.text) < 1_000


def test_the_budget_of_the_run_bounds_an_answer():
    with serving(answer("fine", usage=900)) as server, limited(Limits(tokens=100)) as budget:
        assert chat(server.url).complete(HELLO, max_tokens=5_000).text == "fine"
        assert server.requests[0]["max_tokens"] == 97
        assert budget.left("tokens") == 0
        with pytest.raises(BudgetSpentError):
            chat(server.url).complete(HELLO)
    assert len(server.requests) == 1


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=6,
)
CHUNK = st.fixed_dictionaries(
    {},
    optional={
        "choices": JSON
        | st.lists(
            st.fixed_dictionaries(
                {}, optional={"delta": JSON, "finish_reason": JSON, "logprobs": JSON}
            ),
            max_size=2,
        ),
        "usage": JSON,
        "error": JSON,
    },
)


@pytest.fixture(scope="module")
def server():
    with serving() as running:
        yield running


@pytest.fixture(scope="module")
def model(server):
    return chat(server.url, retries=0)


@settings(max_examples=60, deadline=None)
@given(chunks=st.lists(CHUNK | JSON, max_size=3))
def test_any_json_is_an_answer_or_a_service_error(server, model, chunks):
    server.replies.append(stream(*[event(c) for c in chunks]))
    try:
        assert isinstance(model.complete(HELLO).text, str)
    except ServiceError as error:
        assert error.hint
