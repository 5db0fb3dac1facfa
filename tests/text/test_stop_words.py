from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.text.stop_words import (
    FUNCTION_WORDS,
    OTHER_SMALL_WORDS,
    Language,
    language_of,
    most_used,
)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Wie viele Urlaubstage bekommt ein neuer Elternteil?", Language.GERMAN),
        ("Was kostet ein verlorener Schlüssel?", Language.GERMAN),
        ("WANN IST DIE BIBLIOTHEK GEÖFFNET?", Language.GERMAN),
        ("Où se trouve la clé ?", Language.FRENCH),
        ("Combien de jours de congé obtient-on ?", Language.FRENCH),
        ("¿Cuántos días de permiso tiene un padre?", Language.SPANISH),
        ("cuanto cuesta una llave perdida", Language.SPANISH),
        ("How many days of leave does a parent get?", Language.ENGLISH),
        ("Charles de Gaulle airport opening", Language.ENGLISH),
        ("What is la Tour Eiffel?", Language.ENGLISH),
        ("Who was van der Waals?", Language.ENGLISH),
        ("¿Quién está?", Language.SPANISH),
        ("", Language.ENGLISH),
    ],
)
def test_the_language_is_told_by_small_words(text, language):
    assert language_of(text) is language


@pytest.mark.parametrize(
    "text",
    [
        "MIT license terms",
        "mit license for commercial use",
        "es modules in node",
        "y axis label size",
        "todo list app",
        "hay bales price",
        "uber driver pay",
        "fur trade history",
        "meme format",
        "arduino uno pinout",
        "su command in linux",
        "sans serif font",
        "app dont start",
        "im getting error",
        "CE marking requirements",
        "est timezone offset",
        "IST offset from PST",
        "DAS storage limit",
        "ESA launch dates",
        "SES sending limits",
        "iphone se battery",
        "pendant light height",
        "Ella Fitzgerald albums",
    ],
)
def test_words_and_abbreviations_of_english_are_no_other_language(text):
    assert language_of(text) is Language.ENGLISH


def test_a_few_foreign_words_do_not_make_a_collection_foreign():
    counts = Counter({"the": 90, "of": 80, "und": 3, "est": 2, "harbour": 500})
    assert most_used(counts) is Language.ENGLISH
    assert most_used(Counter({"und": 90, "nicht": 40, "the": 9})) is Language.GERMAN


def test_no_small_word_is_english_too():
    foreign = frozenset().union(*OTHER_SMALL_WORDS.values())
    assert foreign & FUNCTION_WORDS <= {"me"}


@given(st.text(max_size=200))
def test_any_text_has_a_language(text):
    assert language_of(text) in Language
