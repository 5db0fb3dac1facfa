from __future__ import annotations

import pytest

from assay.steps.verify.scope import exception_ignored, widened

RULE = "Files older than a month are removed, except those that are pinned."


@pytest.mark.parametrize(
    ("claim", "source", "ignored"),
    [
        ("All files older than a month are removed.", RULE, True),
        ("All files older than a month are removed except pinned ones.", RULE, False),
        ("Files older than a month are removed.", RULE, False),
        (
            "All files older than a month are removed.",
            "All files older than a month, unless pinned, are removed.",
            False,
        ),
        (
            "Leave is lost even if the worker was ill.",
            "Leave is lost, unless the worker was ill.",
            True,
        ),
        ("All boats float.", RULE, False),
        ("Each room has a bed but no desk.", "Rooms have a bed but not a desk.", False),
        ("All files older than a month but the pinned are removed.", RULE, False),
    ],
)
def test_an_exception_that_the_claim_leaves_out(claim, source, ignored):
    assert exception_ignored(claim, source) is ignored


@pytest.mark.parametrize(
    ("claim", "source", "wider"),
    [
        ("Dogs are never let in.", "Dogs are not let in at noon.", True),
        ("Every pump is checked.", "Pumps with a motor are checked.", True),
        ("Every pump is checked.", "Each of the pumps is checked.", False),
        ("Pumps are checked.", "Pumps with a motor are checked.", False),
        ("In any case pumps are checked.", "Pumps are checked.", False),
        ("The paint runs all over the wall.", "The paint runs down the wall.", False),
    ],
)
def test_a_claim_of_all_beside_a_source_of_some(claim, source, wider):
    assert widened(claim, source) is wider
