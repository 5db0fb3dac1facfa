from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.adapters.questions.index_words import IndexWords
from assay.engine import Engine
from assay.indexing.index_paths import index_paths
from assay.indexing.open_index import open_index
from assay.indexing.vocabulary import Vocabulary
from assay.ports import QuestionPreparer
from assay.testing import FakeEmbedder, FakeStrategy

COUNTS = {"anchor": 5, "harbour": 4, "lantern": 3, "config.yml": 4, "confirm": 9, "retry": 3}
WORDS = IndexWords(lambda: Vocabulary(COUNTS, 20))


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Where is the ancor?", "Where is the anchor?"),
        ("Where is the anchor?", "Where is the anchor?"),
        ("How many lanterns?", "How many lanterns?"),  # another form of a word that is known
        ("Which retries, anchors?", "Which retries, anchors?"),
        ("What shoud be in the harbur?", "What should be in the harbour?"),
        ("lanternharbour", "lantern harbour"),  # two words of the index in one
        ("harbourmaster", "harbourmaster"),
        ("Is it agianst the anchor?", "Is it against the anchor?"),  # though the index lacks it
        ("Where is config.yml?", "Where is config.yml?"),
        ("Would there have been these?", "Would there have been these?"),
    ],
)
def test_only_what_the_index_nearly_knows_is_mended(typed, meant):
    assert WORDS.prepare(typed) == meant


def test_a_word_of_the_language_is_no_mistake_but_may_be_spelt_otherwise():
    counts = {"handled": 9, "color": 5, "licence": 5, "organized": 4, "center": 3}
    counts |= {"for": 9, "filled": 9, "files": 9}
    spelt = frozenset(("hundred", "colour", "four", "times"))
    words = IndexWords(lambda: Vocabulary(counts, 20), spelt.__contains__)
    typed = "A hundred times: which colour, license, organised centre, handeled, filed four?"
    meant = "A hundred times: which color, licence, organized center, handled, filed four?"
    assert words.prepare(typed) == meant


@given(st.text(max_size=100))
def test_no_question_breaks_it(question):
    WORDS.prepare(question)
    assert IndexWords(lambda: Vocabulary({}, 0)).prepare(question) == question


def test_a_new_document_brings_its_words_with_it(tmp_path):
    docs = tmp_path / "docs"
    docs.mkdir()
    for number in range(2):
        (docs / f"{number}.txt").write_text("The harbour is deep.")
    index_paths([docs], tmp_path / "ix", FakeEmbedder())
    index = open_index(tmp_path / "ix")
    words = IndexWords(lambda: index.refresh().vocabulary)
    assert isinstance(words, QuestionPreparer)
    assert words.prepare("the lantren") == "the lantren"
    for number in range(2):
        (docs / f"lamp{number}.txt").write_text("The lantern is lit.")
    index_paths([docs], tmp_path / "ix", FakeEmbedder())
    assert words.prepare("the lantren") == "the lantern"


def test_the_question_stays_as_typed_and_what_was_looked_for_is_shown():
    strategy = FakeStrategy()
    answer = Engine(strategy, preparer=WORDS).ask("Where is the ancor?")
    assert strategy.calls == ["Where is the anchor?"]
    assert (answer.question, answer.queries) == ("Where is the ancor?", ("Where is the anchor?",))
    assert [step.name for step in answer.trace] == ["prepare"]


def test_the_words_are_sorted_for_the_first_question_only():
    words = Vocabulary(COUNTS, 20)
    assert words.speller is words.speller
    assert (
        words.speller.corrected("the ancor") == words.speller.corrected("the ancor") == "the anchor"
    )


def test_a_mistake_with_the_bare_form_of_another_word_is_mended():
    words = Vocabulary({"post": 9, "position": 1, "lint": 5}, passages=20)
    preparer = IndexWords(lambda: words, {"post", "position"}.__contains__)
    assert preparer.prepare("the postion of the lintion") == "the position of the lintion"
