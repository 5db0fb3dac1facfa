from __future__ import annotations

import json

import pytest

from assay.errors import IndexDamagedError, ServiceError
from assay.testing import FakeChatModel, FakeGenerator, FakeRetriever
from tests.server.conftest import KETTLE
from tests.server.live import HAY, fake_engines, live, options


def test_an_answer_comes_with_its_evidence_whole(faked):
    answer = faked.ask().json()
    assert (answer["text"], answer["verdict"]) == ("Goats eat hay. They give milk.", "correct")
    assert answer["thresholds"] == {"upper": 0.5, "lower": -0.5}
    assert {p["id"]: p["score"] for p in answer["passages"]} == {"goats": 0.9, "ships": -1.0}
    goats = answer["passages"][0]
    assert (goats["text"], goats["document"], goats["end"]) == (HAY.text, "goats", len(HAY.text))
    kept = [each for each in answer["strips"] if each["kept"]]
    assert goats["text"][kept[0]["start"] : kept[0]["end"]] == "Goats eat hay. They give milk."
    assert [step["name"] for step in answer["trace"]][:2] == ["retrieve", "score"]


def test_a_stream_tells_every_step_and_ends_with_the_answer(faked):
    events = faked.events("What do goats eat?")
    names = [name for name, _ in events]
    assert names[-1] == "answer" and set(names[:-1]) == {"step"}
    steps = [data["name"] for name, data in events if name == "step"]
    assert steps == [step["name"] for step in events[-1][1]["trace"]]


def test_the_words_of_a_language_model_are_streamed(tmp_path):
    from assay.adapters.generators.chat import ChatGenerator
    from assay.testing import FakeChatModel

    generator = ChatGenerator(FakeChatModel(("Hay, they say. [1]",)))
    with live(fake_engines(tmp_path, generator), options(tmp_path)) as server:
        events = server.events("What do goats eat?")
    said = "".join(data["text"] for name, data in events if name == "piece")
    assert said == "Hay, they say. [1]"


def test_a_request_chooses_strategy_and_thresholds(faked):
    assert faked.ask(strategy="rag").json()["strategy"] == "rag"
    stricter = faked.ask(upper=0.95, lower=-0.2).json()
    assert stricter["verdict"] == "ambiguous"
    assert stricter["thresholds"] == {"upper": 0.95, "lower": -0.2}


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ({"question": ""}, "question"),
        ({"question": "   "}, "the question holds no words"),
        ({"question": "???"}, "the question holds no words"),
        ({"question": ""}, "the question is empty"),
        ({"question": "x", "history": [{"question": " "}]}, "history.0.question is empty"),
        ({"question": "x", "stream": 0}, "stream"),
        ({"question": "x", "upper": True}, "upper"),
        ({"question": "x", "top_k": "5"}, "top_k"),
        ({"question": "x" * 4001}, "the question has more than 4,000 characters"),
        ({"question": 7}, "question"),
        ({}, "the question is missing"),
        ({"question": "x", "colour": "red"}, "there is no field 'colour'"),
        ({"question": "x", "upper": 2}, "upper"),
        ({"question": "x", "top_k": 0}, "top_k"),
    ],
)
def test_a_body_that_makes_no_sense_is_refused_with_a_hint(faked, body, complaint):
    _refused(faked, body, 400, complaint)


def test_what_is_not_there_or_contradicts_itself_is_refused_as_such(faked):
    _refused(faked, {"question": "x", "strategy": "guess"}, 404, "no strategy 'guess'")
    _refused(faked, {"question": "x", "upper": 0.1, "lower": 0.2}, 409, "above the upper")


def test_a_whole_number_may_be_written_with_a_point(faked):
    assert faked.http.post("/v1/ask", json={"question": "x", "top_k": 5.0}).status_code == 200


def _refused(faked, body, status, complaint):
    reply = faked.http.post("/v1/ask", json=body)
    assert reply.status_code == status
    error = reply.json()["error"]
    assert complaint in error["message"] and error["hint"]
    assert error["request_id"] == reply.headers["x-request-id"]


@pytest.mark.parametrize(
    "raw", [b"", b"{", b"[]", b"null", b'{"question": "\xff"}', b'{"question": "\\ud800"}']
)
def test_malformed_json_is_a_bad_request(faked, raw):
    reply = faked.http.post("/v1/ask", content=raw, headers={"content-type": "application/json"})
    assert reply.status_code == 400


def test_only_json_is_read_so_that_no_foreign_form_can_be_sent(faked):
    raw = json.dumps({"question": "x"}).encode()
    for kind in ("text/plain", "application/x-www-form-urlencoded", ""):
        headers = {"content-type": kind}
        assert faked.http.post("/v1/ask", content=raw, headers=headers).status_code == 415


def test_an_oversized_body_is_refused_whether_or_not_it_says_so(faked):
    raw = b'{"question": "' + b"x" * 3_000_000 + b'"}'
    headers = {"content-type": "application/json"}
    assert faked.http.post("/v1/ask", content=raw, headers=headers).status_code == 413

    def parts():
        yield from (raw[at : at + 100_000] for at in range(0, len(raw), 100_000))

    assert faked.http.post("/v1/ask", content=parts(), headers=headers).status_code == 413


def test_any_script_is_welcome(faked):
    question = "Was fressen Ziegen? 🐐 ماذا يأكل الماعز؟"
    assert faked.ask(question).json()["question"] == question


def test_a_refusal_is_an_answer_of_its_own(tmp_path):
    engines = fake_engines(tmp_path, retriever=FakeRetriever(()))
    with live(engines, options(tmp_path)) as server:
        reply = server.ask()
    assert reply.status_code == 200
    assert reply.json()["abstained"] and reply.json()["reason"]


@pytest.mark.parametrize(
    ("error", "status"), [(ServiceError("down", "wait"), 502), (IndexDamagedError("broken"), 500)]
)
def test_an_error_of_a_part_has_the_status_of_its_kind(tmp_path, error, status):
    engines = fake_engines(tmp_path, FakeGenerator(error=error))
    with live(engines, options(tmp_path)) as server:
        reply = server.ask()
        name, last = server.events("What do goats eat?")[-1]
    assert (reply.status_code, name) == (status, "error")
    assert last["error"]["message"] == reply.json()["error"]["message"] == str(error)


def test_an_unforeseen_error_tells_nothing_of_the_inside(tmp_path):
    class Broken:
        def generate(self, question, evidence):
            raise RuntimeError("secret path")

    with live(fake_engines(tmp_path, Broken()), options(tmp_path)) as server:
        reply = server.ask()
        name, last = server.events("What do goats eat?")[-1]
        assert server.http.get("/v1/health").status_code == 200
    assert reply.status_code == 500 and "secret" not in reply.text
    assert name == "error" and "secret" not in json.dumps(last)


def test_there_may_be_no_index_yet(tmp_path):
    from assay.config import Settings
    from assay_server.work.engines import Engines

    settings = Settings.model_validate({"index": {"dir": tmp_path / "none"}})
    with live(Engines(settings), options(tmp_path)) as server:
        missing = server.ask()
        assert missing.status_code == 404 and str(tmp_path.parent) not in missing.text
        assert server.http.get("/v1/ready").json()["ready"] is True
        assert server.http.get("/v1/documents").json()["documents"] == []


def test_real_models_answer_from_a_real_index(real):
    answer = real.ask("How high is the lighthouse of Varn?").json()
    assert "34" in answer["text"]
    [citation] = answer["citations"]
    document = next(p["document"] for p in answer["passages"] if "lighthouse" in p["document"])
    text = real.http.get("/v1/text", params={"id": document}).json()["text"]
    assert text[citation["start"] : citation["end"]] == citation["quote"]


def test_a_history_does_not_change_what_the_last_question_asks(real):
    history = [{"question": "What does the warranty cover?", "answer": "the switch"}]
    answer = real.ask("How high is the lighthouse of Varn?", history=history).json()
    assert "34" in answer["text"]


def test_a_follow_up_is_understood_by_its_history(real):
    history = [{"question": "How high is the lighthouse of Varn?", "answer": "34 metres"}]
    answer = real.ask("When was it built?", history=history).json()
    assert "1871" in answer["text"] and answer["question"] == "When was it built?"
    assert "Varn" in answer["queries"][0]
    assert real.ask("When was it built?").json()["queries"] == []


def test_a_language_model_rewrites_follow_ups_where_there_is_one(tmp_path):
    chat = FakeChatModel(replies=["What do goats eat?"])
    with live(fake_engines(tmp_path, chat=chat), options(tmp_path)) as server:
        history = [{"question": "What do sheep eat?", "answer": "Grass."}]
        answer = server.ask("and goats?", history=history).json()
    assert answer["queries"] == ["What do goats eat?"] and "hay" in answer["text"]
    assert "Answer: Grass." in chat.calls[0]


def test_score_verify_and_find_are_services_of_their_own(real):
    texts = [KETTLE, {"text": "Goats eat hay.", "title": "Goats"}]
    body = {"question": "How much does the kettle hold?", "texts": texts}
    scored = real.http.post("/v1/score", json=body).json()
    assert scored["texts"][0]["score"] > scored["texts"][1]["score"]
    assert "1.7 litres" in scored["texts"][0]["span"]["text"]

    claims = {"answer": "The K2 holds 1.7 litres.", "evidence": [KETTLE]}
    checked = real.http.post("/v1/verify", json=claims).json()
    assert checked["passed"] and checked["check"]["sentences"][0]["label"] == "supported"

    found = real.http.post("/v1/find", json={"query": "lighthouse", "top_k": 1}).json()
    assert len(found["passages"]) == 1 and "lighthouse" in found["passages"][0]["source"]
