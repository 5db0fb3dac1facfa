from __future__ import annotations

import pytest
from openai import APIStatusError, OpenAI

from assay.testing import FakeRetriever
from assay_server.guard.keys import KeyFile, Scope
from tests.server.live import fake_engines, live, options

ASKED = [{"role": "user", "content": "What do goats eat?"}]


@pytest.fixture
def client(faked):
    with OpenAI(base_url=f"{faked.url}/v1", api_key="none", max_retries=0) as client:
        yield client


def test_strategies_are_models(client):
    names = [model.id for model in client.models.list()]
    assert "assay/crag" in names and "assay/rag" in names


def test_a_model_is_found_by_its_name(client):
    assert client.models.retrieve("assay/crag").id == "assay/crag"
    with pytest.raises(APIStatusError) as refused:
        client.models.retrieve("assay/none")
    assert refused.value.status_code == 404


@pytest.mark.parametrize(
    "wish",
    [
        {"n": 2},
        {"response_format": {"type": "json_object"}},
        {"tool_choice": "required", "tools": [{"type": "function", "function": {"name": "x"}}]},
    ],
)
def test_a_wish_for_another_form_of_reply_is_refused(client, wish):
    with pytest.raises(APIStatusError) as refused:
        client.chat.completions.create(model="assay/crag", messages=ASKED, **wish)
    assert refused.value.status_code == 400 and "leave out" in refused.value.body["hint"]


def test_a_completion_holds_the_answer_and_its_sources(client):
    reply = client.chat.completions.create(model="assay/crag", messages=ASKED)
    content = reply.choices[0].message.content
    assert content.startswith("Goats eat hay. They give milk. [1]\n\n[1] goats (goats.txt): “Goats")
    assert reply.model_extra["assay"]["citations"][0]["source"] == "goats.txt"
    assert reply.choices[0].finish_reason == "stop"


def test_a_stream_gives_the_steps_as_reasoning_and_then_the_same_text(client):
    chunks = list(client.chat.completions.create(model="assay/crag", messages=ASKED, stream=True))
    deltas = [chunk.choices[0].delta for chunk in chunks]
    text = "".join(delta.content or "" for delta in deltas)
    whole = client.chat.completions.create(model="assay/crag", messages=ASKED)
    assert text == whole.choices[0].message.content
    thoughts = "".join((delta.model_extra or {}).get("reasoning_content", "") for delta in deltas)
    assert "retrieve (passages 2)" in thoughts and "judge (verdict correct)" in thoughts
    assert chunks[-1].choices[0].finish_reason == "stop"
    assert chunks[-1].model_extra["assay"]["verdict"] == "correct"


def test_messages_may_come_in_parts_and_with_settings_for_other_models(client):
    parts = [{"type": "text", "text": "What do goats eat?"}]
    messages = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": parts}]
    reply = client.chat.completions.create(
        model="assay/rag",
        messages=messages,
        temperature=0.7,
        max_tokens=50,
        extra_body={"assay": {"top_k": 3}},
    )
    assert reply.model_extra["assay"]["question"] == "What do goats eat?"
    assert reply.model_extra["assay"]["strategy"] == "rag"


def test_earlier_turns_tell_what_a_follow_up_asks(client):
    before = [*ASKED, {"role": "assistant", "content": "Goats eat hay. [1]"}]
    follow_up = {"role": "user", "content": "What is their milk like?"}
    reply = client.chat.completions.create(model="assay/crag", messages=[*before, follow_up])
    assert "goats" in reply.model_extra["assay"]["queries"][0].lower()


def test_a_long_earlier_message_does_not_stop_the_conversation(client):
    pasted = {"role": "user", "content": "Goats eat hay. " * 1000}
    reply = client.chat.completions.create(
        model="assay/crag", messages=[pasted, {"role": "assistant", "content": "Yes."}, *ASKED]
    )
    assert "hay" in reply.choices[0].message.content


def test_a_refusal_is_said_in_words(tmp_path):
    engines = fake_engines(tmp_path, retriever=FakeRetriever(()))
    with live(engines, options(tmp_path)) as server:
        client = OpenAI(base_url=f"{server.url}/v1", api_key="none")
        reply = client.chat.completions.create(model="assay/crag", messages=ASKED)
        client.close()
    assert reply.choices[0].message.content == "No answer: the documents do not seem to answer this"
    assert reply.model_extra["assay"]["abstained"]


@pytest.mark.parametrize(
    ("model", "messages", "status"),
    [
        ("gpt-5", ASKED, 404),
        ("assay/none", ASKED, 404),
        ("assay/crag", [{"role": "system", "content": "x"}], 400),
    ],
)
def test_what_cannot_be_answered_is_an_error_the_client_understands(
    client, model, messages, status
):
    with pytest.raises(APIStatusError) as refused:
        client.chat.completions.create(model=model, messages=messages)
    assert refused.value.status_code == status and refused.value.body["hint"]


def test_the_key_travels_as_the_clients_send_it(tmp_path):
    secret = KeyFile(tmp_path / "keys.json").add("team", [Scope.ASK])
    with live(fake_engines(tmp_path), options(tmp_path)) as server:
        for key, may in ((secret, True), ("wrong", False)):
            with OpenAI(base_url=f"{server.url}/v1", api_key=key, max_retries=0) as client:
                if may:
                    assert list(client.models.list())
                else:
                    with pytest.raises(APIStatusError, match="not known here"):
                        client.models.list()
