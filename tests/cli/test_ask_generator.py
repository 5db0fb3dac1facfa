"""`assay ask` with a language model behind it: a real index, a real server."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from tests.adapters.chat.wire_server import answer, delta, event, failure, serving, stream
from tests.cli.test_ask import QUESTION, SCHEMA

pytest.importorskip("openai")

TRUE = "The continue statement starts the next cycle of the loop [1]."
FALSE = "It is buried in the cathedral of Stockholm [1]."


@pytest.fixture
def ask(assay, fakes, monkeypatch):
    from assay.indexing.index_paths import index_paths
    from assay.testing import FakeEmbedder

    (fakes / "loops.txt").write_text("A continue statement starts the next cycle of the loop.\n")
    settings = fakes / "assay.toml"
    settings.write_text(settings.read_text() + '[retrieval]\nmode = "fulltext"\n')
    index_paths([fakes / "loops.txt"], fakes / "i", FakeEmbedder())
    monkeypatch.setenv("OPENAI_API_KEY", "a-key")

    def call(*args: object):
        return assay("ask", QUESTION, "--index", "i", *args)

    return call


def test_a_model_by_its_address_answers_with_sources(ask):
    with serving(answer(TRUE)) as server:
        result = ask("--model", "tiny", "--base-url", server.url)
    assert (result.code, result.err) == (0, "")
    assert TRUE in result.out
    assert "[1] loops.txt, line 1\n" in result.out
    assert server.headers[0]["authorization"] == "Bearer a-key"


def test_the_json_of_a_models_answer_fits_the_schema(ask):
    with serving(answer(TRUE, " ", TRUE, " ", "It is blue.")) as server:
        result = ask("--model", "tiny", "--base-url", server.url, "--json")
    Draft202012Validator(SCHEMA).validate(result.json)
    (bad,) = result.json["unsupported"]
    assert result.json["text"][bad["start"] : bad["end"]] == "It is blue."
    assert 0 < result.json["confidence"] < 1


def test_an_invention_is_marked_and_refused_where_that_is_asked_for(ask):
    with serving(answer(FALSE)) as server:
        flags = ("--model", "tiny", "--base-url", server.url)
        marked = ask(*flags)
        refused = ask(*flags, "--strict")
        demanded = ask(*flags, "--strict", "--always-answer")
    assert marked.code == 0
    assert "1 of 1 sentence(s) have no support in the evidence" in marked.out
    assert refused.code == 3
    assert "cathedral of Stockholm" in refused.out
    assert demanded.code == 0
    assert "answered although nothing in the evidence says" in demanded.out


def test_a_tolerated_risk_is_kept(ask):
    half = f"{TRUE} It is blue. {TRUE}"
    with serving(answer(half)) as server:
        flags = ("--model", "tiny", "--base-url", server.url)
        assert ask(*flags).code == 0
        refused = ask(*flags, "--max-risk", "0.05")
    assert refused.code == 3
    assert "above the tolerated 0.05" in refused.out


def test_the_task_reaches_the_prompt(ask):
    with serving(answer("true")) as server:
        ask("--model", "tiny", "--base-url", server.url, "--task", "true-false")
    assert "Say true if it is correct" in server.requests[0]["messages"][0]["content"]


def test_a_stream_shows_steps_words_and_the_checked_answer(ask):
    with serving(answer("The continue statement ", "starts the next cycle of the loop.")) as server:
        flags = ("--model", "tiny", "--base-url", server.url, "--effort", "fast")
        result = ask(*flags, "--stream")
    assert result.code == 0
    assert result.out.startswith("The continue statement starts the next cycle of the loop.\n")
    assert TRUE in result.out
    assert [line.split()[0] for line in result.err.splitlines()][:3] == [
        "prepare",
        "retrieve",
        "score",
    ]


def test_a_stream_for_machines_is_json_lines_that_end_with_the_answer(ask):
    with serving(answer("The continue statement ", "starts the next cycle.")) as server:
        result = ask("--model", "tiny", "--base-url", server.url, "--stream", "--json")
    *lines, last = [json.loads(line) for line in result.out.splitlines()]
    assert [line["piece"] for line in lines if "piece" in line] == [
        "The continue statement ",
        "starts the next cycle.",
    ]
    assert {"retrieve", "complete", "cite"} <= {line.get("step") for line in lines}
    Draft202012Validator(SCHEMA).validate(last)


@pytest.mark.parametrize("trouble", [failure(401), stream(event(delta("half")))])
def test_a_server_in_trouble_is_one_line_with_a_hint(ask, trouble):
    with serving(trouble) as server:
        result = ask("--model", "tiny", "--base-url", server.url)
    assert result.code == 11
    assert result.out == ""
    assert [line.split(":")[0] for line in result.err.splitlines()] == ["error", "hint"]


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        (("--generator", "chat"), "no language model was named"),
        (("--generator", "transformers"), "no language model was named"),
        (("--generator", "psychic"), "not one of the generators"),
        (("--model", "absent.gguf"), "there is no model at absent.gguf"),
        (("--model", "x", "--task", "poem"), "generator.task"),
        (("--max-risk", "7"), "generator.max_risk"),
    ],
)
def test_a_wrong_choice_is_a_clear_error(ask, flags, words):
    result = ask(*flags)
    assert result.code != 0
    assert words in result.err
    assert "hint:" in result.err


def test_openai_itself_needs_a_key(ask, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY")
    result = ask("--model", "tiny")
    assert result.code == 2
    assert "OPENAI_API_KEY" in result.err


@pytest.mark.slow
def test_the_model_in_the_package_answers(ask):
    pytest.importorskip("xllamacpp", reason="the extra 'local' is not installed")
    result = ask("--generator", "local", "--json")
    if "weights of SmolLM2 are not installed" in result.err:
        pytest.skip("the weights are not installed")
    assert result.code in (0, 3)
    assert all(Path(c["source"]).name == "loops.txt" for c in result.json["citations"])
    assert "complete" in result.json["timings_ms"]


def test_a_batch_takes_the_same_choices(assay, fakes, monkeypatch):
    (fakes / "q.jsonl").write_text(
        json.dumps(
            {
                "id": 1,
                "question": QUESTION,
                "passages": [{"title": "t", "text": "A continue statement starts the next cycle."}],
            }
        )
    )
    with serving(answer("A continue statement starts the next cycle.")) as server:
        flags = ("--model", "tiny", "--base-url", server.url)
        result = assay("batch", "q.jsonl", "--out", "a.jsonl", *flags)
    assert result.code == 0
    line = json.loads((fakes / "a.jsonl").read_text())
    assert line["text"] == "A continue statement starts the next cycle [1]."
