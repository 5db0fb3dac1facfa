from __future__ import annotations

import pytest

from assay.types import Citation, Draft
from assay_strategies.reflect.segment_path import joined


def cited(start: int, end: int) -> Citation:
    return Citation(start, end, "p:0-4", "p.txt", 0, 4, "Oslo", 1.0)


def test_spans_still_point_at_their_words():
    one = Draft("Oslo is big.", (cited(0, 12),), notes=("a",), confidence=0.8)
    two = Draft("It rains.", unsupported=((0, 9),), notes=("a", "b"), confidence=0.4)
    both = joined([one, Draft(None, reason="nothing"), two])
    assert both.text == "Oslo is big. It rains."
    assert both.citations == (cited(0, 12),)
    ((start, end),) = both.unsupported
    assert both.text[start:end] == "It rains."
    assert both.notes == ("a", "b")
    assert both.confidence == pytest.approx(0.6)


def test_drafts_without_text_leave_the_first_reason():
    drafts = [Draft(None, reason="one", notes=("a",)), Draft(None, reason="two", notes=("b",))]
    assert joined(drafts) == Draft(None, reason="one", notes=("a", "b"))
    assert joined([]) == Draft(None)
    assert joined([Draft("x")]).confidence is None
