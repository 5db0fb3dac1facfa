"""Setting a language model up, against real servers on loopback."""

from __future__ import annotations

import json
import re
import tomllib

import pytest

from assay.adapters.chat.judging_trial import JudgingTrial
from assay.adapters.chat.look_around import find_sources, served_context, served_models
from assay.cli.demo import ANSWERABLE, UNANSWERABLE
from assay.cli.setup import effort_for, try_model, write_choice
from assay.config.load import user_file
from assay.errors import ModelError, ServiceError
from tests.local_site import Asked, Reply, as_json, local_site

SECRET = "sk-never-to-be-seen"
MODELS = {"data": [{"id": "nomic-embed-text"}, {"id": "tiny"}, {"id": "large"}, {"id": 3}, "x"]}


def said(text: str) -> Reply:
    choice = {"index": 0, "delta": {"content": text}, "finish_reason": "stop"}
    chunk = {"id": "x", "object": "chat.completion.chunk", "choices": [choice]}
    body = f"data: {json.dumps(chunk)}\n\ndata: [DONE]\n\n".encode()
    return Reply(body, type="text/event-stream")


@pytest.fixture
def site():
    with local_site() as running:
        running.routes["/v1/models"] = as_json(MODELS)
        running.routes["/v1/chat/completions"] = said("Paris")
        yield running


@pytest.fixture
def setup(assay):
    """The command without the three questions, which have tests of their own."""
    return lambda *flags: assay("setup", "--no-compare", *flags)


@pytest.fixture(autouse=True)
def keys(monkeypatch, fakes):
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)


def test_a_server_is_tested_and_written_into_the_settings(setup, site):
    made = setup("--base-url", f"{site.url}/v1", "--json")
    assert made.code == 0
    assert made.json["chosen"]["models"] == ["tiny", "large"]
    assert (made.json["test"]["ok"], made.json["test"]["reply"]) == (True, "Paris")
    written = tomllib.loads(user_file().read_text())
    assert written["generator"] == {"name": "chat", "fallback": True}
    assert written["model"]["name"] == "tiny"
    assert written["model"]["base_url"] == f"{site.url}/v1"
    assert user_file().stat().st_mode & 0o077 == 0


def test_the_key_of_a_service_is_neither_shown_nor_sent_to_another_server(setup, site):
    made = setup("--base-url", f"{site.url}/v1", "--model", "tiny")
    assert made.code == 0 and "Paris" in made.err
    assert SECRET not in made.out + made.err + user_file().read_text()
    assert not [each for each in site.asked if SECRET in str(each.headers)]


def test_what_the_file_said_before_stays_and_is_kept_beside_it(setup, site):
    user_file().parent.mkdir(parents=True)
    before = '# mine\n[retrieval]\ntop_k = 7\n[model]\nname = "old"\nseconds = 9.0\n'
    user_file().write_text(before)
    assert setup("--base-url", f"{site.url}/v1", "--model", "large").code == 0
    written = tomllib.loads(user_file().read_text())
    assert written["retrieval"] == {"top_k": 7}
    assert (written["model"]["name"], written["model"]["seconds"]) == ("large", 9.0)
    assert user_file().with_suffix(".toml.before").read_text() == before


def with_odds(asked: Asked) -> Reply:
    """Paris, or the odds where those are asked for: high where the excerpt has a number."""
    if not asked.json.get("logprobs"):
        return said("Paris")
    return odds_of(
        -0.1 if re.search("thirty|Hansen|40", asked.json["messages"][-1]["content"]) else -3
    )


def without_judgement(asked: Asked) -> Reply:
    """The same odds for every passage."""
    return odds_of(-1.5) if asked.json.get("logprobs") else said("Paris")


def odds_of(yes: float) -> Reply:
    top = [{"token": "Yes", "logprob": yes}, {"token": "No", "logprob": -0.7}]
    found = {"content": [{**top[0], "top_logprobs": top}]}
    delta = {"index": 0, "delta": {"content": "Yes"}, "finish_reason": "length", "logprobs": found}
    chunk = {"id": "x", "object": "chat.completion.chunk", "choices": [delta]}
    body = f"data: {json.dumps(chunk)}\n\ndata: [DONE]\n\n".encode()
    return Reply(body, type="text/event-stream")


def test_log_probabilities_context_and_effort_are_found_and_written(setup, site):
    site.routes["/v1/chat/completions"] = with_odds
    site.routes["/v1/models"] = as_json({"data": [{"id": "tiny", "max_model_len": 6000}]})
    made = setup("--base-url", f"{site.url}/v1", "--json")
    test = made.json["test"]
    assert (test["logprobs"], test["context"], test["effort"]) == (True, 6000, "thorough")
    written = tomllib.loads(user_file().read_text())
    assert (written["model"]["effort"], written["model"]["context"]) == ("thorough", 6000)
    assert written["generator"]["fallback"] is True
    shown = setup("--base-url", f"{site.url}/v1")
    assert "it gives log-probabilities" in shown.err and "6,000 tokens" in shown.err


@pytest.mark.parametrize(
    "refusal", [said("Yes"), as_json({"error": {"message": "broken"}}, status=404)]
)
def test_a_server_without_log_probabilities_is_used_without_them(setup, site, refusal):
    site.routes["/v1/chat/completions"] = lambda asked: (
        refusal if asked.json.get("logprobs") else said("Paris")
    )
    made = setup("--base-url", f"{site.url}/v1", "--json")
    assert (made.code, made.json["test"]["logprobs"]) == (0, False)
    assert made.json["test"]["effort"] == "fast"
    assert made.json["test"]["context"] is None
    assert "context" not in tomllib.loads(user_file().read_text())["model"]


def test_a_model_whose_odds_say_nothing_is_not_asked_for_them(setup, site):
    site.routes["/v1/chat/completions"] = without_judgement
    made = setup("--base-url", f"{site.url}/v1", "--json")
    test = made.json["test"]
    assert (test["logprobs"], test["judges"], test["effort"]) == (True, False, "fast")
    # The judge of answers decides: held to support, a third of the right replies would be lost.
    assert "strict" not in tomllib.loads(user_file().read_text())["generator"]
    assert "cannot tell a passage" in setup("--base-url", f"{site.url}/v1").err


def test_a_slow_model_is_asked_less():
    efforts = [effort_for(JudgingTrial(True, each, 3.0)) for each in (0.2, 1.5, 9.0)]
    assert efforts == ["thorough", "balanced", "fast"]
    assert effort_for(JudgingTrial(True, 0.2, 0.1)) == "fast"
    assert effort_for(JudgingTrial(False, 0.2)) == "fast"


@pytest.mark.parametrize(
    ("path", "value", "size"),
    [
        ("/props", {"default_generation_settings": {"n_ctx": 4096}}, 4096),
        ("/api/ps", {"models": [{"name": "tiny", "context_length": 8192}]}, 8192),
        ("/api/ps", {"models": [{"name": "other", "context_length": 8192}]}, None),
        ("/props", {"default_generation_settings": {"n_ctx": -1}}, None),
        ("/props", {"default_generation_settings": [True]}, None),
        ("/v1/models", ["x", {"data": 3}], None),
    ],
)
def test_the_context_is_read_where_a_server_tells_it(site, path, value, size):
    site.routes[path] = as_json(value)
    assert served_context(f"{site.url}/v1", "tiny") == size


def test_a_model_that_does_not_answer_is_not_written(setup, site):
    site.routes["/v1/chat/completions"] = as_json(
        {"error": {"message": "no such model"}}, status=404
    )
    failed = setup("--base-url", f"{site.url}/v1", "--model", "tiny")
    assert failed.code == 11 and "did not answer" in failed.err
    assert not user_file().exists()


def test_an_address_that_is_none_is_refused(setup):
    refused = setup("--base-url", "nonsense")
    assert refused.code == 2 and "model.base_url" in refused.err


def test_servers_and_keys_are_found_and_nothing_outside_is_asked(site):
    servers = (
        ("Here", "HERE_KEY", f"{site.url}/v1"),
        ("Gone", "GONE_KEY", "http://127.0.0.1:9/v1"),
    )
    found = find_sources({"OPENAI_API_KEY": SECRET, "GROQ_API_KEY": "  "}, servers)
    chats = [source for source in found if source.kind == "chat"]
    assert [(each.label, each.here, each.models) for each in chats] == [
        ("Here", True, ("tiny", "large")),
        ("OpenAI", False, ()),
    ]
    assert SECRET not in repr(found)
    assert find_sources({}, ()) == [each for each in found if each.kind == "local"]


@pytest.mark.parametrize(
    "reply",
    [
        Reply(b"<html>", type="text/html"),
        as_json({"data": 3}),
        as_json([]),
        Reply(b"[" * 100_000, type="application/json"),
        Reply(b"", status=302, headers={"location": "http://127.0.0.1:9/"}),
        Reply(b"no", status=500),
    ],
)
def test_what_is_no_list_of_models_is_passed_over(site, reply):
    site.routes["/v1/models"] = reply
    with pytest.raises(ServiceError):
        served_models(f"{site.url}/v1")
    servers = (("Here", "HERE_KEY", f"{site.url}/v1"),)
    assert not [each for each in find_sources({}, servers) if each.kind == "chat"]


def test_nobody_there_to_choose_writes_nothing(setup):
    looked = setup()
    assert (looked.code, looked.out) == (0, "")
    assert not user_file().exists()
    assert setup("--use", "no such thing").code == 2


def test_a_gguf_file_is_taken_whatever_servers_there_are(setup, fakes, monkeypatch):
    monkeypatch.chdir(fakes)
    shown = setup("--model", "none.gguf")  # nothing to choose: it was named
    assert f"there is no model at {fakes / 'none.gguf'}" in shown.err
    assert shown.code == ModelError.exit_code
    chosen = setup("--model", "none.gguf", "--yes", "--json").json["chosen"]
    assert (chosen["kind"], chosen["model"]) == ("local", str(fakes / "none.gguf"))


@pytest.mark.slow
def test_the_small_model_needs_no_server(fakes):
    small = [each for each in find_sources({}, ()) if each.kind == "local"]
    if not small:
        pytest.skip("the extra local is not installed")
    trial = try_model(small[0], "")
    assert trial.ok, trial.problem
    write_choice(small[0], "", trial)
    written = tomllib.loads(user_file().read_text())
    assert written["generator"] == {"name": "local", "fallback": True}
    assert trial.logprobs and not trial.judges  # 135 million parameters judge nothing
    assert written["model"] == {"effort": "fast"}


def answering(asked: Asked) -> Reply:
    """Odds where they are asked for, a question about an excerpt, or an answer from the entries."""
    prompt = asked.json["messages"][-1]["content"]
    if asked.json.get("logprobs"):
        return odds_of(-0.1)
    if "Write one short question" in prompt:
        asked = LEAVE if "parent" in prompt else "What does a lost key cost?"
        return said("Who has the key of the lift?" if "porter" in prompt else asked)
    return said("Thirty days of leave, paid in full.")


LEAVE = "How many days of leave does a new parent get?"
PAGES = {
    "leave.md": "A new parent gets thirty days of leave, paid in full. ",
    "keys.md": "A key is handed in every evening, and a lost key costs forty euros. ",
    "lift.md": "A key of the lift is with the porter, who also calls the people that repair it. ",
}


def test_three_questions_on_your_index_show_what_the_model_changes(assay, site, fakes):
    (fakes / "assay.toml").write_text("[model]\nretries = 0\n")
    for name, text in PAGES.items():
        (fakes / name).write_text(f"# {name}\n\n{text * 3}\n")
    paths = [fakes / name for name in PAGES]
    assert assay("index", *paths, "--index", "house", "--quick").code == 0
    site.routes["/v1/chat/completions"] = answering
    made = assay("setup", "--base-url", f"{site.url}/v1", "--json")
    rows = made.json["compared"]
    assert [row["question"] == LEAVE for row in rows].count(True) == 1 and len(rows) == 3
    (leave,) = [row for row in rows if row["question"] == LEAVE]
    assert "thirty days" in leave["reader"] and leave["model"].startswith("Thirty days")
    shown = assay("setup", "--base-url", f"{site.url}/v1").err
    assert shown.count("  without ") == shown.count("  with ") == 3
    assert "Thirty days of leave" in shown


def test_a_model_that_fails_in_the_comparison_is_written_all_the_same(assay, site, fakes):
    (fakes / "assay.toml").write_text("[model]\nretries = 0\n")
    (fakes / "leave.md").write_text(PAGES["leave.md"] * 5)
    assert assay("index", fakes / "leave.md", "--index", "house", "--quick").code == 0
    site.routes["/v1/chat/completions"] = lambda asked: (
        as_json({"error": {"message": "gone"}}, status=404)
        if "excerpt" in asked.json["messages"][-1]["content"]
        else said("Paris")
    )
    made = assay("setup", "--base-url", f"{site.url}/v1")
    assert made.code == 0 and "the model could not be compared" in made.err
    assert user_file().exists()


def test_a_model_that_makes_no_questions_is_told_of(assay, site, fakes):
    (fakes / "assay.toml").write_text("[model]\nretries = 0\n")
    (fakes / "leave.md").write_text(PAGES["leave.md"] * 5)
    assert assay("index", fakes / "leave.md", "--index", "house", "--quick").code == 0
    site.routes["/v1/chat/completions"] = lambda _: said("Paris")
    made = assay("setup", "--base-url", f"{site.url}/v1")
    assert made.code == 0 and "it made no question" in made.err


def test_a_question_is_compared_once_and_must_be_about_its_passage(assay, site, fakes):
    (fakes / "assay.toml").write_text("[model]\nretries = 0\n")
    pages = [f"# Part {n}\n\n{text * 3}\n" for n, text in enumerate(PAGES.values())]
    (fakes / "house.md").write_text("\n".join(pages))
    assert assay("index", fakes / "house.md", "--index", "house", "--quick").code == 0

    def dull(asked: Asked) -> Reply:
        prompt = asked.json["messages"][-1]["content"]
        if "Write one short question" in prompt:
            return said(LEAVE if "key" not in prompt else "What is the answer to this?")
        return answering(asked)

    site.routes["/v1/chat/completions"] = dull
    rows = assay("setup", "--base-url", f"{site.url}/v1", "--json").json["compared"]
    assert [row["question"] for row in rows] == [LEAVE]


@pytest.mark.slow
def test_without_an_index_the_questions_are_those_of_the_demo(assay, site, fakes):
    (fakes / "assay.toml").write_text("[model]\nretries = 0\n")
    site.routes["/v1/chat/completions"] = answering
    rows = assay("setup", "--base-url", f"{site.url}/v1", "--json").json["compared"]
    assert [row["question"] for row in rows] == [*ANSWERABLE, UNANSWERABLE]
    assert "enclosing loop" in rows[0]["reader"] and rows[2]["reader"].startswith("no answer")
