"""One word that turns a sentence round, and what a rule does not hold for."""

from __future__ import annotations

import pytest

from assay.steps.answer.opposites import is_excepted, says_the_opposite


@pytest.mark.parametrize(
    ("question", "sentence", "opposite"),
    [
        ("Is the name case sensitive?", "The name is CASE INSENSITIVE.", True),
        ("Is the name case-insensitive?", "The name is case sensitive.", True),
        ("Is the name case sensitive?", "The name is insensitive, but may be sensitive.", True),
        ("Is the name case sensitive?", "The name is sensitive, the path insensitive.", False),
        ("Is the name case sensitive?", "The name is not case-insensitive.", False),
        ("Is the lamp visible?", "Its flame is invisible to cats in the north.", False),
        ("Is the lamp not visible?", "The lamp is invisible.", False),
        ("Can the lamp be installed?", "The lamp can be uninstalled.", False),
        (
            "Do red lamps burn more oil at night?",
            "Red lamps burn more by day, less at night.",
            True,
        ),
        (
            "Do red lamps burn less oil at night?",
            "Red lamps burn more by day, less at night.",
            False,
        ),
        ("Do red lamps burn more oil at night?", "Red lamps burn more oil at night.", False),
        ("Is rape oil cheaper or faster than whale oil?", "It is slower than whale oil.", True),
        ("Is whale oil faster than rape oil?", "Rape oil is not whale oil.", False),
        ("Is whale oil faster than rape oil?", "Rape oil is slower than whale oil.", False),
        ("Does it use more oil at night?", "It does not use less oil at night.", False),
        ("Is the attic open on Monday?", "The attic is closed on Mondays.", True),
        ("Is the attic open on Mondays?", "The cellar is closed on Mondays.", False),
        ("Is the attic open on Mondays?", "The attic is not closed on Mondays.", False),
        ("Is the attic open at night?", "The attic is open by day and closed at night.", False),
        ("Are goats allowed?", "Goats are forbidden.", True),
    ],
)
def test_the_opposite_is_told_from_the_same(question, sentence, opposite):
    assert says_the_opposite(question, sentence) is opposite


@pytest.mark.parametrize(
    ("question", "sentence", "before", "excepted"),
    [
        ("Do cats follow you?", "Exceptions are cats and other idle pets.", "Pets follow.", True),
        ("Do cats follow you?", "Exceptions to this are dogs.", "Pets follow.", False),
        ("Is the wick optional?", "All parts except for glass and wick are optional.", "", True),
        ("Is the lid optional?", "All parts except for glass and wick are optional.", "", False),
        ("Are cats let in?", "No animals are let in, except cats.", "", False),
        ("Do cats follow you?", "The exception is cats.", "Pets do not follow.", False),
        ("What is let in except cats?", "All are let in except cats.", "", False),
    ],
)
def test_what_a_rule_excepts_is_told_from_the_rest(question, sentence, before, excepted):
    assert is_excepted(question, sentence, before) is excepted
