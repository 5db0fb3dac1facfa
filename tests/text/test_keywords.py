from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.text.keywords import keywords


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        # the examples of the paper (Table 7)
        ("What is Henry Feilden's occupation?", "Henry Feilden, occupation"),
        ("In what city was Billy Carlson born?", "city, Billy Carlson, born"),
        ("What is the religion of John Gwynn?", "religion, John Gwynn"),
        (
            "What sport does Kiribati men\u2019s national basketball team play?",
            "sport, Kiribati men\u2019s national basketball team play",
        ),
        # names with small words, marks and titles in them
        (
            "Who was the producer of Sea: Storm \u2013 Last Wave?",
            "producer, Sea: Storm \u2013 Last Wave",
        ),
        ("Who wrote The Lord of the Flies?", "wrote, The Lord of the Flies"),
        ("What genre is Tomorrow Is A Better Day?", "genre, Tomorrow Is A Better Day"),
        ("Who founded St. Mary's College?", "founded, St. Mary's College"),
        ('Who sings "Under the old oak"?', "sings, Under the old oak"),
        ("What's the capital of Peru?", "capital, Peru"),
        ("Who composed I Love Rain?", "composed, I Love Rain"),
        ("What may I eat in Rome?", "eat, Rome"),
        ("Who directed In the Fog?", "directed, In the Fog"),
        ("Who is the father of Omar bin Said?", "father, Omar bin Said"),
        # questions typed without capitals
        ("who played the doctor in the green house", "played, doctor, green house"),
        ("what is the capital of new zealand", "capital of new zealand"),
        ("what caused the breakup of the old party", "caused, breakup, old party"),
        # every word with a capital says nothing about names
        ("What Is The Capital Of France?", "Capital Of France"),
    ],
)
def test_keywords_of_questions(question, expected):
    assert ", ".join(keywords(question)) == expected


def test_a_question_of_small_words_is_kept_whole():
    assert keywords("Who is it?") == ("Who is it",)


@given(st.text(min_size=1, max_size=300), st.integers(1, 4))
def test_any_text_gives_few_and_short_keywords(text, most):
    found = keywords(text, most)
    assert 1 <= len(found) <= most
    assert all("," not in k or len(found) == 1 for k in found)


def test_a_hostile_question_is_done_quickly_and_loses_what_is_unseen():
    assert len(keywords("of the " * 20_000 + "Paris")) <= 3
    assert keywords("What is the hei\u200bght of Mont\u202e Blanc?") == ("height", "Mont Blanc")
