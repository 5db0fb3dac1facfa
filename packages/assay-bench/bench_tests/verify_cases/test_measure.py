"""The sentences of `assay bench verify-cases`, and what is counted of them."""

from __future__ import annotations

from collections import Counter

import pytest

from assay.adapters.verifiers.trained import TrainedVerifier
from assay.config import Settings
from assay.testing import FakeNliScorer
from assay.wiring import build_verifier
from assay_bench.verify_cases.measure import SETS, cases, measure, page, summary


@pytest.mark.parametrize("name", SETS)
def test_every_text_has_six_true_and_ten_false_sentences(name):
    counted = Counter((case.text.title, case.true) for case in cases(name))
    assert set(counted.values()) == {6, 10}
    assert len({case.sentence for case in cases(name)}) == sum(counted.values())
    assert not {c.text.title for c in cases("held_out")} & {
        c.text.title for c in cases("development")
    }


def test_what_is_judged_wrongly_is_counted_by_kind():
    chosen = [case for case in cases("held_out") if case.text.title.startswith("queuectl")]
    figures = summary(measure(TrainedVerifier(FakeNliScorer()), chosen))
    assert figures["false"]["sentences"] == 10 and figures["true"]["sentences"] == 6
    wrong = figures["false"]["wrong"] + figures["true"]["wrong"]
    assert 0 < wrong == len(figures["faulty"])
    assert figures["true"]["kinds"]["quantity"][1] == 2
    assert "| true | 6 |" in page(figures)


def test_most_sentences_are_judged_rightly():
    chosen = [case for case in cases("development") if case.text.title.startswith("Ferries")]
    figures = summary(measure(build_verifier(Settings()), chosen))
    assert figures["false"]["wrong"] <= 1
    assert figures["true"]["wrong"] <= 2
