from __future__ import annotations

from dataclasses import replace

import pytest

from assay.steps.answer.borne_out import borne_out, share_said
from assay.steps.answer.yes_no import STATED, YesNo
from assay.testing import make_passage


def said(question: str, ratio: float, sentence: str, entry: str = "") -> bool | None:
    """What is left of a yes or no with this ratio that was read from the sentence."""
    deciding = replace(make_passage(sentence), title="Mill")
    return borne_out(question, YesNo(ratio > 0, ratio), deciding, entry or sentence).answer


@pytest.mark.parametrize(
    ("question", "ratio", "sentence", "answer"),
    [
        ("Does the mill grind barley?", 2.0, "It is ground here, barley as well as rye.", None),
        ("Does the mill grind barley?", 2.0, "The mill grinds rye and barley.", True),
        ("Does it grind barley?", 2.0, "The mill grinds rye.", None),
        ("Does it grind barley?", 1.0, "The mill grinds rye and barley.", None),
        ("Does the mill have a lock?", 2.0, "The mill takes a lock.", True),
        ("Does the mill have a lock?", 2.0, "The mill has a gate.", None),
        ("Is the sack dragged?", 2.0, "Sacks are for dragging.", True),
    ],
)
def test_a_yes_needs_a_sentence_that_says_what_is_asked(question, ratio, sentence, answer):
    assert said(question, ratio, sentence) is answer


def test_what_the_sentence_lacks_may_stand_in_its_entry():
    question, sentence = "Can the mill grind barley?", "The mill grinds all grain."
    assert said(question, 2.0, sentence) is None
    assert said(question, 2.0, sentence, "The mill grinds all grain. Barley is slow.") is True
    assert said(question, 2.0, "Barley is slow.", "Barley is slow. We grind oats.") is True
    assert said("Can it grind spelt and barley?", 2.0, "Go!", "Go! We grind spelt, barley.") is None


@pytest.mark.parametrize(
    ("question", "sentence", "answer"),
    [
        ("Can rye and barley be crushed?", "You may grind rye and barley.", True),
        ("Are rye and barley crushed?", "You may grind rye and barley.", None),
        ("Can rye and barley be crushed?", "Grind rye and barley at night.", None),
        ("Can rye, oats, barley be crushed with stones?", "You may grind rye, oats, barley.", None),
        ("Can rye and barley be crushed with stones?", "Stones can grind rye and barley.", True),
        ("Can wheat and oats be crushed finely?", "You may grind oats.", None),
    ],
)
def test_what_can_be_done_is_said_with_fewer_words(question, sentence, answer):
    assert said(question, 1.0, sentence) is answer


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("Can I grind barley with the mill?", "The mill is the only way to grind barley."),
        ("Is barley kept forever?", "Barley is kept for a year."),
        ("Does barley grow on every field?", "Barley can grow on fields."),
        ("Is barley ground?", "How is barley ground?"),
    ],
)
def test_what_is_said_of_one_or_asked_is_no_yes(question, sentence):
    assert said(question, 2.5, sentence) is None


def test_what_is_asked_of_all_is_said_of_all():
    assert said("Is barley kept forever?", 2.5, "Barley is always kept.") is True
    assert said("Can only millers grind barley?", 2.5, "Only millers can grind barley.") is True


@pytest.mark.parametrize(
    ("question", "ratio", "sentence", "answer"),
    [
        ("Is barley ground?", -0.9, "Barley is not ground.", False),
        ("Is barley ground?", -0.9, "Barley is fed.", None),
        ("Is barley ground?", -1.6, "Barley is fed.", False),
        ("Is barley ground without salt?", -2.0, "Barley is never ground with salt.", None),
        ("May a mill that is disabled run?", -2.0, "A mill at rest can not run.", False),
    ],
)
def test_a_no_needs_a_not_or_a_clear_reading(question, ratio, sentence, answer):
    assert said(question, ratio, sentence) is answer


def test_what_was_left_open_or_said_in_so_many_words_stays():
    text = make_passage("Rye.")
    assert borne_out("Is it?", YesNo(None, 3.0), text, "").answer is None
    assert borne_out("Does it grind barley?", YesNo(True, STATED), text, "").answer is True


def test_a_story_is_asked_by_its_last_sentence_if_that_says_enough():
    story = "I moved my old mill to Ghent. Can the stones grind barley there?"
    assert share_said(story, "stones grind barley") == 1
    assert share_said("My mill is in Ghent. Will that work?", "mill") == pytest.approx(1 / 2)
