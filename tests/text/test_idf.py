from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.indexing.vocabulary import Vocabulary
from assay.ports import WordIdf
from assay.testing import make_passage
from assay.text.idf import Coverage, question_words

VOCABULARY = Vocabulary({"default": 80, "value": 60, "retry": 3, "limit": 20}, passages=100)
WORDS = st.lists(st.sampled_from(["default", "value", "retry", "limit", "harbour"]), max_size=6)


def _covered(question: str, text: str, *headings: str) -> Coverage:
    passage = replace(make_passage(text), title="", headings=headings)
    return question_words(question, VOCABULARY).coverage(passage)


def test_a_rare_word_counts_for_more_than_a_common_one():
    rare = _covered("default retry", "the retry")
    common = _covered("default retry", "the default")
    assert 0 < common.whole < 0.5 < rare.whole < 1


def test_a_word_in_the_headings_counts_there_and_in_the_whole():
    seen = _covered("default retry", "The default is 6.", "Network", "retry")
    assert seen.whole == pytest.approx(1)
    assert 0 < seen.above < 1


def test_a_question_of_small_words_is_covered_by_nothing():
    assert _covered("what is it?", "retry") == Coverage(0, 0)


@given(WORDS, WORDS, WORDS)
def test_shares_are_shares_and_more_text_never_covers_less(question, text, more):
    less = _covered(" ".join(question), " ".join(text))
    all_of_it = _covered(" ".join(question), " ".join(text + more))
    for each in (less, all_of_it):
        shares = (each.whole, each.above)
        assert all(-1e-9 <= share <= 1 + 1e-9 for share in shares)
        assert each.above <= each.whole + 1e-9
    assert less.whole <= all_of_it.whole + 1e-9


def test_a_vocabulary_knows_idf():
    assert isinstance(VOCABULARY, WordIdf)


def test_equally_rare_words_count_in_one_order_whatever_the_process():
    """A set's order follows a seed that each process draws; an answer must not."""
    code = (
        "from assay.indexing.vocabulary import Vocabulary\n"
        "from assay.text.idf import question_words\n"
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
