from __future__ import annotations

import pytest

from assay.adapters.scorers.paper_thresholds import paper_thresholds
from assay.errors import SettingsError


@pytest.mark.parametrize(
    ("dataset", "upper", "lower"),
    [
        ("PopQA", 0.59, -0.99),
        ("PubHealth", 0.5, -0.91),
        ("ARC", 0.5, -0.91),
        (" biography ", 0.95, -0.91),
    ],
)
def test_the_papers_presets(dataset, upper, lower):
    thresholds = paper_thresholds(dataset)
    assert (thresholds.upper, thresholds.lower) == (upper, lower)


def test_an_unknown_dataset_names_the_known_ones():
    with pytest.raises(SettingsError, match="'squad'") as raised:
        paper_thresholds("squad")
    assert "popqa, pubhealth, arc, biography" in raised.value.hint
