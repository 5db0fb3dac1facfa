from __future__ import annotations

import pytest

from assay.steps.correct.refine import whole
from assay.steps.verify.citation_accuracy import citation_accuracy
from assay.steps.verify.claims import claims_of
from assay.steps.verify.sentence_checks import SentenceVerifier
from assay.steps.verify.word_overlap_nli import WordOverlapNli
from assay.testing import FakeNliScorer, make_passage
from assay.types import Evidence

EVIDENCE = Evidence(
    tuple(
        whole(make_passage(text, name))
        for name, text in {
            "a": "Gold is a dense metal.",
            "b": "Bread is baked in an oven.",
            "c": "Fish swim in clear water.",
        }.items()
    )
)


@pytest.fixture(params=[FakeNliScorer, WordOverlapNli])
def accuracy(request):
    def measure(text):
        findings = SentenceVerifier(request.param()).findings("", EVIDENCE, claims_of(text))
        return citation_accuracy(findings)

    return measure


def test_right_citations_hold(accuracy):
    assert accuracy("Gold is a dense metal [1]. Bread is baked in an oven [2].") == 1


def test_shuffled_citations_do_not(accuracy):
    assert accuracy("Gold is a dense metal [2]. Bread is baked in an oven [1].") == 0
    assert accuracy("Gold is a dense metal [1]. Bread is baked in an oven [3].") == 0.5


def test_a_citation_that_points_nowhere_does_not_hold(accuracy):
    assert accuracy("Gold is a dense metal [7].") == 0


def test_an_idle_citation_beside_a_right_one_counts_against_it(accuracy):
    assert accuracy("Gold is a dense metal [1][2].") == 0.5


def test_what_cites_nothing_cites_nothing_wrongly(accuracy):
    assert accuracy("Gold is a dense metal.") == 1
    assert accuracy("") == 1


def test_a_citation_of_an_unsupported_sentence_does_not_hold(accuracy):
    assert accuracy("Copper conducts well [1].") == 0
