"""Greetings and questions about the program itself, through every entrance."""

from __future__ import annotations

import openai
import pytest
from playwright.sync_api import expect

from assay.cli.main import run
from tests.server.browser import open_browser, visiting


@pytest.fixture(scope="module")
def browser():
    with open_browser() as browser:
        yield browser


@pytest.mark.parametrize("said", ["hello", "thanks!", "What can you do?", "summarise this"])
def test_small_talk_gets_a_reply_that_quotes_nothing(real, said):
    answer = real.ask(said).json()
    assert answer["strategy"] == "small_talk"
    assert answer["text"] and not answer["abstained"]
    assert (answer["verdict"], answer["confidence"], answer["citations"]) == (None, None, [])


def test_the_documents_are_named(real):
    text = real.ask("What documents do you have?").json()["text"]
    assert "2 documents" in text
    assert "- Brennholt kettle, model K2" in text
    assert "- The lighthouse of Varn" in text


def test_a_follow_up_reaches_over_small_talk(real):
    history = [
        {"question": "How high is the lighthouse of Varn?", "answer": "34 metres"},
        {"question": "Thanks!", "answer": "You are welcome."},
    ]
    answer = real.ask("When was it built?", history=history).json()
    assert "1871" in answer["text"]


def test_openai_clients_get_it_too(real):
    client = openai.OpenAI(base_url=f"{real.url}/v1", api_key="none")
    reply = client.chat.completions.create(
        model="assay/crag", messages=[{"role": "user", "content": "hi"}]
    )
    assert reply.choices[0].message.content.startswith("Hello.")


def test_so_does_the_command_line(real_index, capsys):
    assert run(["ask", "what documents do you have?", "-i", str(real_index)]) == 0
    assert "The lighthouse of Varn" in capsys.readouterr().out


def test_the_page_shows_no_verdict_on_it(browser, real):
    with visiting(browser, real.url) as visit:
        visit.ask("What documents do you have?")
        expect(visit.last.locator(".answer li")).to_have_count(2)
        expect(visit.last.locator(".state, .verdict")).to_have_count(0)
        assert visit.errors == []
