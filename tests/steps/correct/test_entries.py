"""Entries are kept whole, and no strip crosses two blocks."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from assay.steps.correct.refine import EntryRefiner, cut_strips
from assay.testing import FakeRefiner, make_passage
from assay.tracing import recording
from assay.types import BlockKind, BlockSpan, Passage, Scored
from tests.reader.test_blocks import PARTS, passage_of


def entry(text: str) -> Passage:
    return replace(make_passage(text), blocks=(BlockSpan(0, len(text), BlockKind.ENTRY),))


@given(PARTS, st.integers(1, 3))
def test_no_strip_crosses_two_blocks_and_every_sentence_is_in_one(parts, size):
    passage = passage_of(*parts)
    strips = cut_strips(passage, size)
    for strip in strips:
        assert any(b.start <= strip.start and strip.end <= b.end for b in passage.blocks)
    assert "".join("".join(s.text for s in strips).split()) == "".join(passage.text.split())


def test_a_short_block_is_one_strip_of_its_own():
    kinds = [(BlockKind.ITEM, text, 1, "") for text in ("Red.", "Blue. Green.", "One. Two. Three.")]
    strips = [strip.text for strip in cut_strips(passage_of(*kinds))]
    assert strips == ["Red.", "Blue. Green.", "One. Two.", "Three."]


def test_the_best_entries_are_kept_whole_best_first_and_the_rest_set_aside():
    texts = {"-a\nFirst. Second. Third.": 0.1, "-b\nMore.": 0.9, "-c\nLess.": 0.5}
    scored = [Scored(entry(text), score) for text, score in texts.items()]
    strips = FakeRefiner()
    with recording() as record:
        evidence = EntryRefiner(strips, top_k=2).refine("q", scored)
    assert [s.text for s in evidence.strips] == ["-b\nMore.", "-c\nLess."]
    assert [s.score for s in evidence.strips] == [0.9, 0.5]
    assert [s.text for s in evidence.dropped] == ["-a\nFirst. Second. Third."]
    assert strips.calls == []
    assert [(s.name, dict(s.facts)) for s in record.steps] == [
        ("refine", {"kept": 2, "dropped": 1})
    ]


def test_the_entry_of_each_side_of_a_comparison_is_kept_however_low_it_scores():
    texts = {
        "Sails are made of cloth.": 0.9,
        "Ropes are made of hemp.": 0.5,
        "jib\nA small one.": 0.1,
        "genoa\nA large one.": -0.8,
    }
    scored = [Scored(entry(text), score) for text, score in texts.items()]
    kept = EntryRefiner(FakeRefiner(), top_k=2).refine("jib vs genoa in light wind", scored)
    assert [strip.text for strip in kept.strips] == list(texts)
    assert kept.dropped == ()
    other = EntryRefiner(FakeRefiner(), top_k=2).refine("What is a jib?", scored)
    assert [strip.text for strip in other.strips] == list(texts)[:2]


def test_texts_that_are_no_entries_go_to_the_refiner_of_strips():
    for passages in ([], [make_passage("plain")], [make_passage("plain"), entry("an entry")]):
        strips = FakeRefiner()
        EntryRefiner(strips).refine("q", [Scored(passage, 0.0) for passage in passages])
        assert strips.calls == ["q"]


def test_where_no_entry_is_good_enough_none_is_kept():
    scored = [Scored(entry("An entry."), -0.4), Scored(entry("Another."), -0.6)]
    kept = EntryRefiner(FakeRefiner(), keep_above=-0.3).refine("q", scored)
    assert kept.strips == ()
    assert [strip.text for strip in kept.dropped] == ["An entry.", "Another."]
    kept = EntryRefiner(FakeRefiner(), keep_above=-0.5).refine("q", scored)
    assert [strip.text for strip in kept.strips] == ["An entry.", "Another."]
