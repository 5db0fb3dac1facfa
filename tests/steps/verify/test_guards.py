from __future__ import annotations

import pytest

from assay.steps.verify.guards import widened


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
