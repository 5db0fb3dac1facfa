"""The scoring of the Self-RAG paper, computed by hand."""

from __future__ import annotations

import pytest

from assay.types import Reflection
from assay_strategies.reflect.critique import (
    CritiqueWeights,
    relevance_score,
    segment_score,
    support_score,
    utility_levels,
    utility_score,
)

JUDGED = Reflection(
    relevance=(0.8, 0.2),
    support=(0.5, 0.3, 0.2),
    utility=(0.1, 0.1, 0.2, 0.2, 0.4),
    likelihood=0.6,
)


def test_the_parts_are_those_of_the_paper():
    assert relevance_score(JUDGED) == pytest.approx(0.8)
    assert support_score(JUDGED) == pytest.approx(0.5 + 0.5 * 0.3)
    assert utility_score(JUDGED) == pytest.approx(-0.1 - 0.05 + 0 + 0.1 + 0.4)


def test_a_segment_is_scored_as_by_hand():
    # 0.6 + 1 * 0.8 + 1 * 0.65 + 0.5 * 0.35
    assert segment_score(JUDGED, CritiqueWeights()) == pytest.approx(2.225)
    only_support = CritiqueWeights(relevance=0, support=2, utility=0, likelihood=0)
    assert segment_score(JUDGED, only_support) == pytest.approx(1.3)


def test_what_was_not_said_counts_nothing():
    assert segment_score(Reflection(), CritiqueWeights()) == 0
    assert segment_score(Reflection(likelihood=0.25), CritiqueWeights()) == 0.25


@pytest.mark.parametrize(
    ("share", "levels"),
    [
        (0.0, (1, 0, 0, 0, 0)),
        (1.0, (0, 0, 0, 0, 1)),
        (0.625, (0, 0, 0.5, 0.5, 0)),
        (7.0, (0, 0, 0, 0, 1)),
        (-7.0, (1, 0, 0, 0, 0)),
    ],
)
def test_a_share_becomes_levels(share, levels):
    assert utility_levels(share) == pytest.approx(levels)
    if 0 <= share <= 1:
        assert utility_score(Reflection(utility=levels)) == pytest.approx(2 * share - 1)
