from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.indexing.vocabulary import Vocabulary
from assay.ports import WordRarity
from assay.testing import make_passage
from assay.text.rarity import Coverage, question_words, subject_stands

VOCABULARY = Vocabulary({"default": 80, "value": 60, "retry": 3, "limit": 20}, passages=100)
WORDS = st.lists(st.sampled_from(["default", "value", "retry", "limit", "harbour"]), max_size=6)


def _covered(question: str, text: str, *headings: str) -> Coverage:
    passage = replace(make_passage(text), title="", headings=headings)
    return question_words(question, VOCABULARY).coverage(passage)


def test_a_rare_word_counts_for_more_than_a_common_one():
    rare = _covered("default retry", "the retry")
    common = _covered("default retry", "the default")
    assert 0 < common.whole < 0.5 < rare.whole < 1
    assert rare.missing < common.missing < 1


def test_a_word_in_the_headings_counts_there_and_in_the_whole():
    seen = _covered("default retry", "The default is 6.", "Network", "retry")
    assert seen.whole == pytest.approx(1)
    assert 0 < seen.above < 1
    assert seen.missing == 0


def test_a_word_that_the_index_lacks_is_missed_most():
    assert _covered("the harbour", "retry").missing == 1


def test_a_question_of_small_words_is_covered_by_nothing_and_lacks_nothing():
    assert _covered("what is it?", "retry") == Coverage(0, 0, 0)


@pytest.mark.parametrize(
    ("question", "headings", "stands"),
    [
        ("default limits", ("limit",), True),
        ("limit of one session", ("Sessions",), True),
        ("a virtual harbour", ("virtualharbours",), True),
        ("a harbour", ("Harbouring",), True),
        ("a form", ("Formats",), False),
        ("retry", ("Retry", "Limits"), False),
    ],
)
def test_a_heading_has_a_word_in_any_form_and_only_its_own_heading_counts(
    question, headings, stands
):
    passage = replace(make_passage("text"), title="", headings=headings)
    share = question_words(question, VOCABULARY).heading_share(passage)
    assert (share > 0) is stands
    assert 0 <= share <= 1


def test_words_that_the_question_lacks_and_arguments_make_a_heading_say_less():
    def share(heading: str) -> float:
        passage = replace(make_passage("text"), title="", headings=(heading,))
        return question_words("retry limit", VOCABULARY).heading_share(passage)

    assert share("Retry limits") == pytest.approx(1)
    assert 0.5 < share("Retry limits of lamps") < 1
    assert 0 < share("retry(limit, default)") == share("retry") < share("lamp.retry.limit(oil)")
    assert share("harbour (retry)") > 0  # a remark, and no argument


def test_a_heading_with_nothing_below_it_counts_for_nothing():
    empty = replace(make_passage("Retry limits"), title="", headings=("Retry limits",))
    words = question_words("retry limits", VOCABULARY)
    assert words.heading_share(empty) == 0
    assert words.heading_share(replace(empty, text="Retry limits are low.")) == pytest.approx(1)


def test_a_passage_without_a_heading_has_its_title():
    passage = replace(make_passage("text"), title="Retries", headings=())
    assert question_words("retry", VOCABULARY).heading_share(passage) == pytest.approx(1)
    assert question_words("what is it?", VOCABULARY).heading_share(passage) == 0


@given(WORDS, WORDS, WORDS)
def test_shares_are_shares_and_more_text_never_covers_less(question, text, more):
    less = _covered(" ".join(question), " ".join(text))
    all_of_it = _covered(" ".join(question), " ".join(text + more))
    for each in (less, all_of_it):
        shares = (each.whole, each.above, each.missing)
        assert all(-1e-9 <= share <= 1 + 1e-9 for share in shares)
        assert each.above <= each.whole + 1e-9
    assert less.whole <= all_of_it.whole + 1e-9
    assert less.missing >= all_of_it.missing - 1e-9


@pytest.mark.parametrize(
    ("text", "headings", "stands"),
    [
        ("The default is 6.", (), False),
        ("The default is 6.", ("retry",), True),
        ("retries: the default is 6.", (), True),
    ],
)
def test_the_rarest_word_must_stand_in_the_passage_or_above_it(text, headings, stands):
    passage = replace(make_passage(text), headings=headings)
    assert subject_stands("What is the default of retry?", passage, VOCABULARY) is stands


def test_the_subject_may_stand_in_another_form():
    served = make_passage("The keeper serves for a year.")
    assert subject_stands("How long does he serve?", served, VOCABULARY)
    assert not subject_stands("How long does he swerve?", served, VOCABULARY)


def test_a_question_without_a_subject_asks_for_none():
    assert subject_stands("what is it?", make_passage("anything"), VOCABULARY)


def test_a_vocabulary_is_a_word_rarity():
    assert isinstance(VOCABULARY, WordRarity)


def test_equally_rare_words_count_in_one_order_whatever_the_process():
    """A set's order follows a seed that each process draws; an answer must not."""
    code = (
        "from assay.indexing.vocabulary import Vocabulary\n"
        "from assay.text.rarity import question_words\n"
        "words = question_words('old goat farm harbour clover', Vocabulary({}, passages=9))\n"
        "print(list(words.wanted))"
    )
    orders = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in range(3)
    }
    assert len(orders) == 1
