"""Which setting's default a question asks for, and where a manual gives it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assay.steps.values.settings import (
    SHOWN,
    default_beside,
    default_lookup,
    is_example,
    setting_asked_of,
)
from assay.steps.values.versions import SAID
from assay.testing import make_passage
from assay.text.overlap import asked_stems
from assay.types import BlockKind, BlockSpan, Passage

PORT = "Which port does the lamp server use by default?"


def setting(question: str):
    return setting_asked_of(question, dict.fromkeys(asked_stems(question), 1.0))


def given(question: str, passage: Passage) -> tuple[str, float] | None:
    found = setting(question).given(passage)
    return (passage.text[slice(*found[0])], found[1]) if found else None


def code(text: str, heading: str) -> Passage:
    blocks = (BlockSpan(0, len(text), BlockKind.CODE),)
    return replace(make_passage(text), blocks=blocks, headings=("Lamp server", heading))


@pytest.mark.parametrize(
    ("question", "name"),
    [
        (PORT, {"port"}),
        ("Which format is it?", set()),
        ("What key size does the lamp use if I don't specify one?", {"key", "siz"}),
        ("What wick does the lamp take unless I choose one?", {"wick"}),
        ("What is the default log level?", {"log", "level"}),
        ("default value of the wick", {"wick"}),
        ("How bright is the lamp by default?", set()),
        ("How do I change the default port?", set()),
    ],
)
def test_the_setting_whose_default_is_asked_for(question, name):
    assert setting(question).name == name
    assert bool(default_lookup(setting(question))) is bool(name)


@pytest.mark.parametrize("name", ["key-size", "key size", "ssh-key-size", "max_size"])
def test_the_last_word_of_a_name_is_its_head(name):
    asked = setting(f"What is the default {name}?")
    assert asked.head == "siz"
    assert default_lookup(asked).split()[:-2] == sorted(asked.name)


@pytest.mark.parametrize(
    ("question", "text", "value"),
    [
        (PORT, "host: The name.\nport: The port of the lamp. Default: 8337.\nwick: None.", "8337"),
        (PORT, "- port \u2014 of the lamp server, the default is 80.", "80"),
        (PORT, "--port N\nThe port of the lamp (default: 80)", "80"),
        (PORT, "port (number) \u2014 of a lamp. The default value, as a rule, is '0600'.", "0600"),
        (
            "What key size is the default key size?",
            "--key-size N\nIn bits. (default: 2048)",
            "2048",
        ),
        (PORT, "port: The port of the oven. Default: 8337.", None),  # of something else
        (PORT, "port_range: The ports of the lamp. Default: 8337.", None),
        (PORT, "port: The port of the lamp.\nhost: Its name. Default: here.", None),
        (PORT, "The port of the lamp has a default.", None),
        (PORT, "port\nThe lamp has a default setting.", None),
        (PORT, "port: of an oven. Default: 90.\n\nA lamp has a server.", None),
    ],
)
def test_the_default_that_is_said_where_settings_are_listed(question, text, value):
    assert given(question, make_passage(text)) == (value and (value, SAID))


def test_what_every_page_is_about_need_not_stand_beside_a_long_name():
    long = "What key size does the lamp use by default?"
    rarity = {"key": 5.0, "size": 5.0, "lamp": 0.5}
    passage = make_passage("--key-size N\nIn bits (default: 80)\n--port N\nOf it (default: 90)")
    assert setting_asked_of(long, rarity).stated(passage) == SAID
    assert setting_asked_of(long, rarity | {"lamp": 5.0}).stated(passage) == 0.0
    short = setting_asked_of("Which port does the lamp use by default?", {"port": 5, "lamp": 0.5})
    assert short.stated(replace(passage, title="Lamps")) == 0.0
    assert short.stated(replace(passage, headings=("Options of a lamp",))) == SAID


def test_what_a_section_on_settings_sets_is_a_default_and_no_example_is():
    lines = "[lamp]\nhost = 127.0.0.1\nport = 6680\nwick =\n    one\n    two"
    assert given(PORT, code(lines, "Configuration")) == ("6680", SHOWN)
    wicks = "Which wicks does the lamp server take by default?"
    several = code(lines.replace("wick", "wicks"), "Default configuration")
    assert given(wicks, several) == ("one\n    two", SHOWN)
    assert given(PORT, code(lines, "Configuring the port")) is None
    assert given(PORT, code(f"# For example:\n{lines}", "Configuration")) is None
    assert given(PORT, make_passage(lines)) is None


def test_an_example_is_no_default():
    sentence = "For example, lamp --port 80 lights it."
    assert is_example(PORT, sentence)
    assert not is_example("Which port does the lamp use?", sentence)
    assert not is_example("How do I change the default port?", sentence)
    assert not is_example(PORT, "By default it is 80, for example in a house.")


def test_beside_the_name_of_a_setting_stands_its_default():
    text = "mode (string) \u2014 of the files. The default is 0600."
    whole, name = (0, len(text)), (0, 4)
    question = "What permissions do files get by default?"
    beside = default_beside(question, text, whole, name)
    assert beside and text[slice(*beside)] == "0600"
    assert default_beside("What permissions do files get?", text, whole, name) is None
    assert default_beside(question, text, whole, (20, 25)) is None
    two = text + " In a house the default is 0640."
    assert default_beside(question, two, (0, len(two)), name) is None
