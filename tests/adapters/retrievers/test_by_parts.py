from __future__ import annotations

from dataclasses import dataclass, field

from assay.adapters.retrievers.by_parts import by_parts
from assay.testing import make_passage

ONE, TWO, THREE, FOUR = (make_passage(id) for id in ("one", "two", "three", "four"))


@dataclass
class Told:
    """Finds what it is told to find, and keeps what it was asked."""

    lists: dict
    asked: list = field(default_factory=list)

    def find(self, question):
        self.asked.append(question)
        return next((found for word, found in self.lists.items() if word in question), ())


def test_one_question_is_looked_up_once():
    told = Told({"boiler": (ONE, TWO)})
    assert by_parts("Which tool cleans a boiler?", told.find) == (ONE, TWO)
    assert told.asked == ["Which tool cleans a boiler?"]


def test_what_a_part_finds_has_a_place_among_as_many_as_before():
    lists = {"boiler, and": (ONE, TWO, THREE), "shower": (FOUR, ONE), "boiler": (ONE, TWO)}
    question = "Which tool cleans a boiler, and which brush is there for the shower cabin?"
    assert by_parts(question, Told(lists).find) == (ONE, TWO, FOUR)


def test_the_sides_of_a_comparison_are_looked_up_together():
    told = Told({"steel vs glass": (ONE, TWO)})
    assert by_parts("steel vs glass", told.find) == (ONE, TWO)
    assert told.asked == ["steel vs glass"]  # each by itself found less: docs/log.md


def test_where_nothing_is_found_nothing_is_given():
    question = "How long does steel last, and how long does glass last?"
    assert by_parts(question, Told({}).find) == ()


def test_the_version_that_is_needed_is_looked_up_in_the_words_of_manuals():
    stating, other = make_passage("The lamp needs Python 3.9 or later."), make_passage("Python.")
    told = Told({"lamp": (ONE, TWO, THREE), "requires": (other, stating)})
    found = by_parts("Which Python version does the lamp need?", told.find)
    assert found == (stating, ONE, TWO)


def test_the_setting_whose_default_is_asked_for_is_looked_up_by_its_name():
    stating = make_passage("port: The port of the lamp. Default: 80.")
    other = make_passage("port: The port of the oven. Default: 90.")
    told = Told({"by default": (ONE, TWO, THREE), "configuration": (other, stating)})
    found = by_parts("Which port does the lamp use by default?", told.find)
    assert found == (stating, ONE, TWO)
