from __future__ import annotations

from assay.steps.correct.refine import whole
from assay.testing import make_passage
from assay.text.quotations import quotations_hold, said_word_for_word
from assay.types import Evidence

EVIDENCE = Evidence((whole(make_passage("He said that gold is not for sale today.")),))


def test_what_was_said_may_be_quoted_in_any_setting():
    assert quotations_hold('He said "Gold is not for sale".', EVIDENCE)
    assert quotations_hold("He said \u201cgold is, not for sale\u201d.", EVIDENCE)


def test_what_was_not_said_may_not_be_quoted():
    assert not quotations_hold('He said "gold is for sale today".', EVIDENCE)


def test_a_word_or_two_in_quotation_marks_is_no_quotation():
    assert quotations_hold('The "golden rule" applies.', EVIDENCE)


def test_a_sentence_is_said_word_for_word_only_as_a_whole():
    text = "He left. It is false that gold is cheap. Silver is white!"
    assert said_word_for_word("silver is white", text)
    assert not said_word_for_word("Gold is cheap.", text)
    assert not said_word_for_word("", text)
