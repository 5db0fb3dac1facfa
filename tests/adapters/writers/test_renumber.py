from __future__ import annotations

from assay.adapters.writers.generator_writer import renumbered
from assay.types import Citation, Draft


def cited(start: int, end: int) -> Citation:
    return Citation(start, end, "p:0-4", "p.txt", 0, 4, "Oslo", 1.0)


def test_markers_and_spans_move_together():
    text = "Oslo is big [1]. It rains. It is cold [1]."
    draft = Draft(text, (cited(0, 16), cited(27, 42)), unsupported=((17, 26),))
    moved = renumbered(draft, 12)
    assert moved.text == "Oslo is big [12]. It rains. It is cold [12]."
    first, second = moved.citations
    assert moved.text[first.answer_start : first.answer_end] == "Oslo is big [12]."
    assert moved.text[second.answer_start : second.answer_end] == "It is cold [12]."
    ((start, end),) = moved.unsupported
    assert moved.text[start:end] == "It rains."


def test_a_draft_without_markers_stays():
    draft = Draft("Oslo", (cited(0, 4),))
    assert renumbered(draft, 7) == draft
    assert renumbered(Draft(None, reason="no"), 7) == Draft(None, reason="no")
    assert renumbered(Draft("A [1]."), 1) == Draft("A [1].")
