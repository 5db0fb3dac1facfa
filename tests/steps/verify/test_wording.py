from __future__ import annotations

import pytest

from assay.steps.verify.wording import bias


@pytest.mark.parametrize(
    "text",
    ["", "Gold is a metal.", "The prize went to Marie Curie in 1903.", "All metals conduct."],
)
def test_plain_words_are_neutral(text):
    assert bias(text) == 0


def test_more_loaded_words_weigh_more():
    once = bias("The disgraceful minister resigned.")
    twice = bias("The disgraceful and pathetic minister resigned.")
    absolute = bias("The minister always resigned.")
    assert 0 < absolute < once < twice < 1


def test_a_neutral_sentence_dilutes_a_loaded_one():
    loaded = "The disgraceful minister resigned."
    assert bias(f"{loaded} He was succeeded by a member of his party.") < bias(loaded)


def test_a_word_of_the_evidence_is_a_report_and_no_bias():
    assert bias("It was a terrible storm.", "A terrible storm hit the coast.") == 0
    assert bias("Of course it was.", "Of course it was, he said.") == 0


def test_an_opinion_is_loaded_whatever_its_words():
    assert bias("In my opinion the minister was right.") == pytest.approx(0.5)
