from __future__ import annotations

from assay.steps.correct.refine import whole
from assay.testing import make_passage
from assay.types import Citation, Draft, Evidence, Kind
from assay_strategies.reflect.blocks import block_text, each_alone, knowledge_blocks, renumbered

STRIPS = tuple(whole(make_passage(f"Oslo is near place number {n}.", f"p{n}")) for n in range(12))
WEB = whole(make_passage("Aurum means gold.", "web", kind=Kind.EXTERNAL))


def cited(start: int, end: int) -> Citation:
    return Citation(start, end, "p:0-4", "p.txt", 0, 4, "Oslo", 1.0)


def test_each_strip_is_a_block_of_its_own():
    assert each_alone(Evidence(STRIPS)) == tuple(Evidence((strip,)) for strip in STRIPS)
    assert each_alone(Evidence()) == ()


def test_knowledge_is_internal_external_and_both():
    internal, both = STRIPS[:2], (*STRIPS[:2], WEB)
    assert knowledge_blocks(Evidence()) == ()
    assert knowledge_blocks(Evidence(internal)) == (Evidence(internal),)
    assert knowledge_blocks(Evidence((WEB,))) == (Evidence((WEB,)),)
    assert knowledge_blocks(Evidence(both)) == (
        Evidence(internal),
        Evidence((WEB,)),
        Evidence(both),
    )


def test_a_block_as_one_passage_keeps_a_title_that_all_share():
    one = block_text(Evidence(STRIPS[:1]))
    assert (one.text, one.title) == (STRIPS[0].text, STRIPS[0].passage.title)
    several = block_text(Evidence(STRIPS[:2]))
    assert several.text == "Oslo is near place number 0. Oslo is near place number 1."
    assert several.title == ""


def test_markers_and_spans_move_together():
    text = "Oslo is big [1]. It rains. It is cold [2]."
    draft = Draft(text, (cited(0, 16), cited(27, 42)), unsupported=((17, 26),))
    moved = renumbered(draft, STRIPS[9:11], STRIPS)
    assert moved.text == "Oslo is big [10]. It rains. It is cold [11]."
    first, second = moved.citations
    assert moved.text[first.answer_start : first.answer_end] == "Oslo is big [10]."
    assert moved.text[second.answer_start : second.answer_end] == "It is cold [11]."
    ((start, end),) = moved.unsupported
    assert moved.text[start:end] == "It rains."


def test_a_draft_without_markers_stays():
    draft = Draft("Oslo", (cited(0, 4),))
    assert renumbered(draft, STRIPS[7:8], STRIPS) == draft
    nothing = Draft(None, reason="no")
    assert renumbered(nothing, STRIPS[7:8], STRIPS) == nothing
    assert renumbered(Draft("A [1]."), STRIPS[:1], STRIPS) == Draft("A [1].")
