from __future__ import annotations

import pytest

from assay.ports import NliScorer
from assay.steps.verify.word_overlap_nli import WordOverlapNli
from assay.testing import FakeNliScorer, make_passage
from tests.contracts.hostile import TEXTS
from tests.models.shipped import shipped_nli

SUBJECTS = [
    pytest.param(lambda folder: FakeNliScorer(), id="FakeNliScorer"),
    pytest.param(lambda folder: WordOverlapNli(), id="WordOverlapNli"),
    pytest.param(lambda folder: shipped_nli(), id="NliModel"),
]

CLAIM = "A list is mutable."
PASSAGES = [
    make_passage("A list is a mutable sequence of items."),
    make_passage("A tuple cannot be changed."),
    make_passage("Bread is baked in an oven. " * 12),
]


@pytest.fixture(params=SUBJECTS)
def scorer(request, tmp_path):
    return request.param(tmp_path)


def shares(scores):
    return scores.supported, scores.contradicted, scores.absent


def assert_sound(found, count):
    assert len(found) == count
    for scores in found:
        assert all(isinstance(p, float) and 0 <= p <= 1 for p in shares(scores))
        assert sum(shares(scores)) == pytest.approx(1, abs=1e-4)


def test_it_fits_the_port(scorer):
    assert isinstance(scorer, NliScorer)


@pytest.mark.parametrize("count", [0, 1, 40])
def test_it_gives_one_stance_for_each_pair(scorer, count):
    pairs = [(CLAIM, make_passage(f"A list of {i} items.")) for i in range(count)]
    assert_sound(scorer.nli(pairs), count)


def test_a_stance_belongs_to_its_pair_whatever_stands_beside_it(scorer):
    pairs = [(CLAIM, passage) for passage in PASSAGES]
    together = [shares(s) for s in scorer.nli(pairs)]
    reversed_ = [shares(s) for s in scorer.nli(pairs[::-1])]
    alone = [shares(scorer.nli([pair])[0]) for pair in pairs]
    for one, two, three in zip(together, reversed_[::-1], alone, strict=True):
        assert one == pytest.approx(two, abs=1e-3)
        assert one == pytest.approx(three, abs=1e-3)


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_no_text_breaks_it(scorer, text):
    assert_sound(scorer.nli([(CLAIM, make_passage(text))]), 1)
    assert_sound(scorer.nli([(text, PASSAGES[0])]), 1)


@pytest.mark.parametrize("text", ["", " \n\t"])
def test_a_text_without_words_says_nothing(scorer, text):
    passage = make_passage(text, "words")
    assert scorer.nli([(CLAIM, passage)])[0].absent == 1
