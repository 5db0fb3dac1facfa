from __future__ import annotations

import pytest

from assay.steps.verify.negation import negation_differs


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The warranty covers the blades.", "The warranty does not cover the blades."),
        ("The warranty does not cover the motor.", "The warranty covers the motor for years."),
        ("The king never visited Rome.", "In May the king visited Rome."),
    ],
)
def test_one_of_two_denies(claim, source):
    assert negation_differs(claim, source)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The warranty covers the motor.", "The warranty covers the motor for years."),
        ("The motor isn't covered.", "The motor is not covered."),
        ("She was a singer and actor.", "She was not only a singer but an actor."),
        ("The symphony No. 5 is famous.", "The symphony 5 is famous."),
        ("The motor is strong.", "The blades are not covered."),
        ("The tour lasts an hour.", "The tour lasts an hour and takes no dogs."),
        (
            "Tann's clocks in the hall no longer strike.",
            "Four of Tann's clocks are in the hall; none of them strikes.",
        ),
    ],
)
def test_both_deny_or_none_or_they_speak_of_different_things(claim, source):
    assert not negation_differs(claim, source)


def test_a_title_may_name_the_subject():
    assert negation_differs("The warranty covers blades.", "It does not cover blades.", "Warranty")
