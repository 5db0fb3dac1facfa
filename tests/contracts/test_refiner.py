from __future__ import annotations

import pytest

from assay.ports import Refiner
from assay.steps.correct.ablations import RefineByKind
from assay.steps.correct.refine import NoRefinement, StripRefiner
from assay.testing import FakeRefiner, FakeStripScorer, make_passage
from assay.types import Kind, Scored
from tests.contracts.hostile import TEXTS

SUBJECTS = [
    pytest.param(lambda folder: FakeRefiner(keep="list"), id="FakeRefiner"),
    pytest.param(lambda folder: StripRefiner(FakeStripScorer({"list": 0.7})), id="StripRefiner"),
    pytest.param(lambda folder: NoRefinement(), id="NoRefinement"),
    pytest.param(lambda folder: RefineByKind(NoRefinement(), FakeRefiner()), id="RefineByKind"),
]

SCORED = [
    Scored(make_passage("A list is mutable. It grows. Bread is baked. Fish swim.", "a"), 0.4),
    Scored(make_passage("A tuple is fixed.", "b", start=80), -0.2),
    Scored(make_passage("A list is a sequence.", "c", Kind.EXTERNAL), 0.9),
]


@pytest.fixture(params=SUBJECTS)
def refiner(request, tmp_path):
    return request.param(tmp_path)


def places(strips):
    order = [each.passage.id for each in SCORED]
    return [(order.index(strip.passage.id), strip.start) for strip in strips]


def test_it_fits_the_port(refiner):
    assert isinstance(refiner, Refiner)


def test_it_keeps_reading_order_and_invents_nothing(refiner):
    evidence = refiner.refine("What is a list?", SCORED)
    assert evidence.strips
    assert places(evidence.strips) == sorted(places(evidence.strips))
    for strip in evidence.strips + evidence.dropped:
        assert strip.passage in [each.passage for each in SCORED]
        assert 0 <= strip.start <= strip.end <= len(strip.passage.text)


def test_no_strip_is_kept_twice_or_both_kept_and_dropped(refiner):
    evidence = refiner.refine("What is a list?", SCORED)
    ids = [strip.id for strip in evidence.strips + evidence.dropped]
    assert len(set(ids)) == len(ids)


def test_nothing_in_nothing_out(refiner):
    evidence = refiner.refine("What is a list?", [])
    assert (evidence.strips, evidence.dropped) == ((), ())


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_no_text_breaks_it(refiner, text):
    evidence = refiner.refine("What is a list?", [Scored(make_passage(text), 0.0)])
    assert all(strip.text in text for strip in evidence.strips + evidence.dropped)
