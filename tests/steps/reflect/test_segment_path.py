from __future__ import annotations

import pytest

from assay.types import Draft, Evidence, RankedSegment, Reflection, Segment
from assay_strategies.reflect.segment_path import Path, best_first, best_option, option


def path(text: str | None, *scores: float) -> Path:
    grown = Path()
    for score in scores:
        grown = grown.then(RankedSegment(Segment(Evidence(), Draft(text)), Reflection(), score))
    return grown


def test_a_path_is_as_good_as_its_segments_are_on_average():
    assert path("a", 1.0, 2.0).score == 1.5
    assert Path().score == 0


def test_paths_without_text_come_last():
    ranked = best_first([path(None, 9.0), path("a", 1.0), path("b", 2.0)])
    assert [p.draft.text for p in ranked] == ["b", "a", None]


def test_options_are_summed_and_silence_is_none():
    paths = [path("A", 1.0), path("b) no", 0.7), path("B", 0.6), path(None, 99.0)]
    assert best_option(paths).draft.text == "b) no"
    assert best_option([path(None, 1.0)]).draft.text is None


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("True.", "true"),
        ("false, because it is", "false"),
        ("(B) Oslo", "b"),
        ("Oslo, Norway!", "oslo norway"),
        ("?!", ""),
    ],
)
def test_a_label_is_found_at_the_beginning(text, label):
    assert option(text) == label
