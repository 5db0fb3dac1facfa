from __future__ import annotations

from math import exp, log

import pytest

from assay.types import Token
from assay_strategies.reflect.reflection_tokens import RELEVANCE, RETRIEVE, SUPPORT, UTILITY
from assay_strategies.reflect.token_probabilities import group_probabilities, mean_likelihood


def token(text: str, **others: float) -> Token:
    """A token and its alternatives by probability; the first is what was written."""
    return Token(text, log(others[text]), tuple((t, log(p)) for t, p in others.items()))


def pieces(*groups: dict[str, float]) -> tuple[Token, ...]:
    return tuple(token(next(iter(group)), **group) for group in groups)


def test_a_token_of_the_vocabulary_is_read_where_it_stands():
    tokens = pieces({"[Relevant]": 0.6, "[Irrelevant]": 0.2, "The": 0.1})
    assert group_probabilities(tokens, 0, RELEVANCE) == pytest.approx((0.75, 0.25))


def test_the_place_is_read_even_if_another_word_was_written_there():
    tokens = pieces({"The": 0.5, "[No Retrieval]": 0.3, "[Retrieval]": 0.1})
    assert group_probabilities(tokens, 0, RETRIEVE) == pytest.approx((0.25, 0.75))


def test_a_word_in_pieces_is_read_at_the_piece_that_decides():
    tokens = pieces({"[": 0.9, "x": 0.1}, {"Rele": 0.6, "Ir": 0.3, "No": 0.1}, {"vant": 1.0})
    assert group_probabilities(tokens, 0, RELEVANCE) == pytest.approx((2 / 3, 1 / 3))


def test_whole_and_split_forms_of_a_word_add_up():
    # [Relevant] whole 0.2; else "[" 0.5 and then Ir 0.4 or Rel 0.6
    tokens = pieces({"[": 0.5, "[Relevant]": 0.2}, {"Rel": 0.6, "Ir": 0.4})
    relevant, irrelevant = 0.2 + 0.5 * 0.6, 0.5 * 0.4
    total = relevant + irrelevant
    assert group_probabilities(tokens, 0, RELEVANCE) == pytest.approx(
        (relevant / total, irrelevant / total)
    )


def test_a_bracket_that_clings_to_the_word_before_it_is_no_obstacle():
    tokens = pieces(
        {"Oslo": 1.0},
        {".[": 0.8, "][": 0.1},
        {"Part": 0.5, "F": 0.25, "No": 0.25},
        {"ially": 1.0},
    )
    place = len("Oslo.")
    assert group_probabilities(tokens, place, SUPPORT) == pytest.approx((0.25, 0.5, 0.25))


def test_a_decision_inside_a_clinging_token_needs_the_same_beginning():
    tokens = pieces({".[F": 0.5, ".[Part": 0.25, "![No": 0.25})
    assert group_probabilities(tokens, 1, SUPPORT) == pytest.approx((2 / 3, 1 / 3, 0))


def test_white_space_before_a_word_is_passed_over():
    spaced = pieces({" [Relevant]": 0.6, "[Irrelevant]": 0.2})
    assert group_probabilities(spaced, 0, RELEVANCE) == pytest.approx((0.75, 0.25))
    lined = pieces({"\n": 1.0}, {" [": 1.0}, {"Ir": 0.7, "Rel": 0.3})
    assert group_probabilities(lined, 0, RELEVANCE) == pytest.approx((0.3, 0.7))


def test_levels_are_read_at_the_digit():
    tokens = pieces({"][": 1.0}, {"Ut": 1.0}, {"ility": 1.0}, {":": 1.0}, {"5": 0.7, "4": 0.3})
    assert group_probabilities(tokens, 1, UTILITY) == pytest.approx((0, 0, 0, 0.3, 0.7))


def test_a_model_that_never_says_such_words_says_nothing():
    tokens = pieces({"The": 0.9, "A": 0.1}, {" end": 1.0})
    assert group_probabilities(tokens, 0, RELEVANCE) == ()
    assert group_probabilities((), 0, RELEVANCE) == ()
    assert group_probabilities(tokens, 99, RELEVANCE) == ()


def test_the_written_token_counts_even_without_alternatives():
    tokens = (Token("[Relevant]", -0.1),)
    assert group_probabilities(tokens, 0, RELEVANCE) == (1.0, 0.0)


def test_the_likelihood_is_the_mean_of_the_tokens():
    tokens = (Token("a", log(0.25)), Token("b", log(1.0)))
    assert mean_likelihood(tokens) == pytest.approx(0.5)
    assert mean_likelihood(()) == 0
    assert mean_likelihood((Token("a", 3.0),)) <= 1
    assert mean_likelihood((Token("a", -1e9),)) == exp(-1e9)
