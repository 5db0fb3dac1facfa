"""Questions that the assayer's recipe makes itself: of yes or no, inside stories, as bare words."""

from __future__ import annotations

import numpy as np
import pytest
from tokenizers import Tokenizer

from assay.model_files import tokenizer_file
from recipes.assayer import manners
from recipes.assayer.compared import compared_pairs
from recipes.assayer.corpus import Pair, Tables
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


@pytest.mark.parametrize("seed", range(4))
def test_two_questions_at_once_keep_the_words_of_both(cutter, monkeypatch, seed):
    monkeypatch.setattr(manners, "STORIES", 0.0)
    monkeypatch.setattr(manners, "KEYWORDS", 0.0)
    monkeypatch.setattr(manners, "JOINED", 1.0)
    one, other = (
        cutter.encode(text, add_special_tokens=False).ids
        for text in ("how is the lamp lit?", "who trims the wick?")
    )
    told = cutter.decode(Manners(cutter).dress(one, np.random.default_rng(seed), other))
    assert "how is the lamp lit" in told
    assert "who trims the wick" in told
    assert told.endswith("?")


def test_a_comparison_is_answered_by_either_side_and_by_nothing_else():
    tables = Tables()
    pairs = []
    for name in ("--wick", "--glass"):
        asked = tables.question(f"What does {name} do?")
        page = tables.passage("lamp(1)", f"{name} sets how the lamp is kept clean.")
        pairs.append(Pair(asked, page, 1.0, 0, 5, "entry-factual"))
    other = tables.passage("lamp(1)", "The keeper sleeps at noon.")
    near = {pair.question: [*(p.passage for p in pairs), other] for pair in pairs}
    found = compared_pairs(tables, near, pairs, 10)
    (asked,) = {pair.question for pair in found}
    assert "--wick" in tables.questions[asked]
    assert "--glass" in tables.questions[asked]
    assert {(p.passage, p.relevance) for p in found} == {
        *((pair.passage, 1.0) for pair in pairs),
        (other, 0.0),
    }


def test_nothing_is_compared_with_itself_or_with_another_kind_of_thing():
    tables = Tables()
    pairs = []
    for asked, text in (
        ("What does --wick do?", "--wick trims."),
        ("Why --wick?", "--wick is short."),
        ("What is LampHouse?", "LampHouse is a tower."),
    ):
        row = tables.question(asked)
        pairs.append(Pair(row, tables.passage("", text), 1.0, 0, 5, "entry-factual"))
    assert compared_pairs(tables, {}, pairs, 10) == []
