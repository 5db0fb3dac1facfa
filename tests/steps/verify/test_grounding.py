from __future__ import annotations

from assay.steps.verify.grounding import groundless
from assay.types import Passage, Strip

PASSAGE = Passage("p", "Marie Curie studied in Paris. She won the prize in 1903.", title="Physics")
STRIP = Strip(PASSAGE, 30, len(PASSAGE.text))


def test_names_may_stand_around_the_strip_or_in_the_question():
    assert STRIP.text == "She won the prize in 1903."
    assert groundless("Then Marie Curie won it in 1903.", STRIP) == ""
    assert groundless("In 1903 it was the Nobel prize.", STRIP, "Who won the Nobel prize?") == ""


def test_a_number_has_to_stand_in_the_strip_itself():
    assert groundless("She won it in 1904.", STRIP) == 'no evidence for "1904"'
    assert groundless("She won it in 1904.", STRIP, "Who won in 1904?") == 'no evidence for "1904"'


def test_a_name_that_stands_nowhere_is_an_objection():
    assert groundless("She won it in Berlin.", STRIP) == 'no evidence for "Berlin"'


def test_a_text_without_a_title_leaves_open_of_whom_it_speaks():
    bare = Strip(Passage("p", "She won the prize in 1903."), 0, 26)
    assert groundless("Marie Curie won the prize in 1903.", bare) == ""
    assert groundless("Marie Curie won the prize in Paris.", bare) == 'no evidence for "Paris"'
