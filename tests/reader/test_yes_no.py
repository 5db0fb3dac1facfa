from __future__ import annotations

import pytest

from assay.reader.yes_no import decide
from assay.testing import make_passage
from tests.reader.supports import Supports


@pytest.mark.parametrize(
    ("text", "yes", "no", "answer"),
    [
        ("Dogs are allowed.", 0.9, 0.05, True),
        ("Dogs are allowed.", 0.05, 0.9, False),
        ("Dogs are allowed.", 0.5, 0.5, None),
        ("Dogs are allowed.", 0.1, 0.01, None),  # it says little of either
        ("Dogs are not allowed.", 0.8, 0.4, None),  # what a "not" is read past
        ("Dogs are not allowed.", 0.6, 0.5, False),
    ],
)
def test_the_answer_that_is_supported_more_is_said_if_it_is_clear(text, yes, no, answer):
    assert decide(Supports(yes, no), "Are dogs allowed?", make_passage(text)).answer is answer
