"""Every form once more, from files to the answer, with the models that we ship."""

from __future__ import annotations

import pytest

import assay
from assay.conversation import Conversation
from assay.types import Form

ENGINE = """\
# Engine

## Starting the engine

To start the engine:

1. Open the fuel valve.
2. Turn the key to the right and wait for the lamp.
3. Press the starter for at most ten seconds.

## Bleeding the fuel line

Air in the fuel line stops the engine. Open the bleed screw and pump by hand.

## idle_speed

How fast the engine turns without load. The default is 850 turns a minute.

## Fuel

The engine runs on diesel. It must not be run on petrol, which destroys the pump.
"""
DECK = """\
# Deck

## Bowline

A bowline is a knot that forms a loop which does not slip. It moors the boat to a ring.

## Cleat hitch

A cleat hitch is a knot that ties a rope to a cleat. It can be untied under load.

## Signal flags

The locker holds these signal flags:

- Alpha: a diver is down
- Oscar: somebody is overboard
- Quebec: the boat is healthy and asks to enter the port
"""
ASKED = [
    ("What is the default of idle_speed?", Form.FACT, "850 turns a minute"),
    ("How do I start the engine?", Form.STEPS, "Press the starter"),
    ("Which signal flags are in the locker?", Form.LIST, "Quebec"),
    ("Can the engine be run on petrol?", Form.YES_NO, "No."),
    ("What is the difference between a bowline and a cleat hitch?", Form.COMPARISON, "loop"),
    ("What is a bowline?", Form.PASSAGE, "forms a loop"),
]


@pytest.fixture(scope="module")
def engine(tmp_path_factory) -> assay.engine.Engine:
    folder = tmp_path_factory.mktemp("boat")
    (folder / "engine.md").write_text(ENGINE)
    (folder / "deck.md").write_text(DECK)
    assay.index(folder, folder / "index")
    return assay.load(folder / "index")


@pytest.mark.parametrize(("question", "form", "words"), ASKED)
def test_each_kind_of_question_gets_its_form(engine, question, form, words):
    answer = engine.ask(question)
    assert answer.form is form
    assert words in answer.text
    assert answer.citations and answer.entries and 0 < answer.confidence < 1
    for citation in answer.citations:
        assert citation.location.startswith("line ")


@pytest.mark.parametrize(
    "question",
    [
        "How many people may sleep on board?",
        "Who won the world cup in 1974?",
        "What is the default of max_speed?",
        "How do I paint the deck?",
        "When was the engine built?",
    ],
)
def test_what_the_documents_do_not_say_is_refused_with_what_came_closest(engine, question):
    answer = engine.ask(question)
    assert (answer.form, answer.text, answer.entries) == (Form.REFUSAL, None, ())
    assert answer.reason and 1 <= len(answer.closest) <= 3


def test_a_misspelt_word_is_mended_and_shown(engine):
    answer = engine.ask("how to bleed the feul line")
    assert answer.queries == ("how to bleed the fuel line",)
    assert "bleed screw" in answer.text


def test_a_conversation_goes_on_from_the_last_answer(engine):
    talk = Conversation(engine)
    talk.ask("What is a bowline?")
    other = talk.ask("what about a cleat hitch?")
    assert other.entries[0].passage.headings[-1] == "Cleat hitch"
    again = talk.ask("Can it be untied under load?")
    assert again.entries[0].passage.headings[-1] == "Cleat hitch"
