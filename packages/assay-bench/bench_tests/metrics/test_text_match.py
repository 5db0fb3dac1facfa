from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay_bench.metrics.text_match import (
    contains,
    exact,
    matches,
    plain_words,
    squad_form,
    token_f1,
)


@pytest.mark.parametrize(
    ("text", "answers", "right"),
    [
        ("He was a composer [1].", ["composer"], True),
        ("The Caf\u00e9 de Flore.", ["cafe de flore"], True),
        ("It was \u201cThe Hours\u201d.", ["the hours"], True),
        ("composers", ["composer"], False),
        ("", ["x"], False),
        (None, ["x"], False),
        ("anything", [""], False),
        ("U.S.A.", ["USA", "U S A"], True),
    ],
)
def test_an_answer_matches_when_the_words_of_a_right_one_stand_in_it(text, answers, right):
    assert matches(text, answers) is right


@pytest.mark.parametrize(
    ("text", "answers", "right"),
    [
        ("He composed operas, say composers.", ["composer"], True),
        ("He was a Composer.", ["composer"], False),
        ("politician", ["jurist", "politician"], True),
        (None, ["x"], False),
        ("anything", [""], False),
    ],
)
def test_the_papers_match_looks_for_the_letters_alone(text, answers, right):
    assert contains(text, answers) is right


@pytest.mark.parametrize(
    ("text", "answers", "right"),
    [
        ("The Beatles!", ["beatles"], True),
        ("Beatles band", ["beatles"], False),
        ("the U.S.A. [2]", ["USA"], True),
        (None, [""], False),
        ("x", [], False),
    ],
)
def test_exact_match_is_squads(text, answers, right):
    assert exact(text, answers) is right


def test_token_f1_by_hand():
    # said: quick brown fox; right: brown fox jumped over -> 2 shared of 3 and of 4
    assert token_f1("The quick, brown fox", ["brown fox jumped over"]) == pytest.approx(4 / 7)
    assert token_f1("a b b", ["b b b c"]) == pytest.approx(2 * 2 / (2 + 4))  # "a" is an article
    assert token_f1("fox", ["hen", "the fox"]) == 1
    assert token_f1(None, ["fox"]) == token_f1("fox", []) == token_f1("cat", ["fox"]) == 0


def test_the_two_forms_of_a_text():
    assert squad_form("The  Quick, a Brown-fox! [3]") == "quick brownfox"
    assert plain_words("The  Quick, a Brown-fox! [3]") == "quick brown fox"


@given(st.text(), st.text())
def test_what_is_exact_has_full_marks(text, other):
    if exact(text, [other]) and squad_form(text):
        assert token_f1(text, [other]) == 1
    assert 0 <= token_f1(text, [other]) <= 1
    assert matches(text, [text]) is bool(plain_words(text))
