"""Of values with days of the week the one is given for the day that is asked about."""

from __future__ import annotations

import pytest

from assay.steps.values.weekdays import part_of_day

OPEN = "The shop is open from Monday to Thursday until 17:30, on Friday until 16:00."
SHORT = "Open Mon-Fri 9 to 17, Sat and Sun 10 to 12."
TEACHES = "It costs 5 euros on weekdays and 8 euros at the weekend."


@pytest.mark.parametrize(
    ("question", "text", "said", "part"),
    [
        ("Until when is it open on Fridays?", OPEN, "17:30", "on Friday until 16:00."),
        ("Until when is it open on Tuesday?", OPEN, "17:30", None),
        ("Until when is it open on Tuesday?", OPEN, "16:00", OPEN.partition(",")[0]),
        ("Until when is it open on Sunday?", OPEN, "17:30", None),  # nothing is said of it
        ("Until when is it open?", OPEN, "17:30", None),
        ("Is it open on Monday or Friday?", OPEN, "17:30", None),
        ("When is it open on Sundays?", SHORT, "9 to 17", "Sat and Sun 10 to 12."),
        ("What does it cost on Saturday?", TEACHES, "5 euros", "8 euros at the weekend."),
        ("What does it cost on Wednesdays?", TEACHES, "5 euros", None),
        ("When did he sit on Sunday?", "He sat in the sun at 5, on Monday at 6.", "at 5", None),
    ],
)
def test_the_part_of_the_day_that_is_asked_about(question, text, said, part):
    at = text.index(said)
    found = part_of_day(question, text, (0, len(text)), (at, at + len(said)))
    assert (found and text[slice(*found)]) == part
