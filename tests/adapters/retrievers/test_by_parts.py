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
