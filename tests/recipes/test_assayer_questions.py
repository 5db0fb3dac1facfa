"""Questions that the assayer's recipe makes itself: of yes or no, inside stories, as bare words."""

from __future__ import annotations

import numpy as np
import pytest
from tokenizers import Tokenizer

from assay.model_files import tokenizer_file
from recipes.assayer import manners
from recipes.assayer.manners import Manners
from recipes.assayer.yes_no import as_yes_no, sentence_around
from tests.models.shipped import FOLDER


@pytest.mark.parametrize(
    ("sentence", "question"),
    [
        ("You can close the lid at night.", "Can I close the lid at night?"),
        ("The lamp must not be left alone.", "Must the lamp be left alone?"),
        ("Notes can't be moved, only copied.", "Can Notes be moved?"),
        ("LampHouse is a program for keepers.", "Is LampHouse a program for keepers?"),
        ("The oil may be stored outside because it is safe.", "Can the oil be stored outside?"),
        ("It is red and round and heavy.", None),
        ("Press the button twice.", None),
        ("The default is 6.", None),
        ("", None),
    ],
)
def test_a_sentence_becomes_the_question_that_it_settles(sentence, question):
    assert as_yes_no(sentence) == question


def test_the_sentence_around_an_answer_is_found():
    text = "Lamps burn oil. The keeper writes 3.5 litres down. He sleeps."
    start = text.index("3.5")
    first, last = sentence_around(text, start, start + 3)
    assert text[first:last] == "The keeper writes 3.5 litres down."


@pytest.fixture
def cutter():
    found = Tokenizer.from_file(str(tokenizer_file(FOLDER)))
    found.no_padding()
    return found


def dressed(cutter, monkeypatch, stories, keywords):
    monkeypatch.setattr(manners, "STORIES", stories)
    monkeypatch.setattr(manners, "KEYWORDS", keywords)
    question = cutter.encode("how is the lamp lit?", add_special_tokens=False).ids
    told = Manners(cutter).dress(question, np.random.default_rng(3))
    return cutter.decode(told), question


def test_a_story_ends_with_its_question(cutter, monkeypatch):
    told, question = dressed(cutter, monkeypatch, 1.0, 0.0)
    assert "how is the lamp lit?" in told
    assert len(told.split()) > 2 * len(question)


def test_bare_words_keep_what_tells(cutter, monkeypatch):
    assert dressed(cutter, monkeypatch, 0.0, 1.0)[0] == "lamp lit"


def test_most_questions_stay_as_they_are(cutter, monkeypatch):
    assert dressed(cutter, monkeypatch, 0.0, 0.0)[0] == "how is the lamp lit?"
