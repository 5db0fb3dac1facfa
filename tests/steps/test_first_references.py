from __future__ import annotations

from assay.steps.first_references import FirstReferences
from assay.testing import FakeRetriever, make_passage


def test_the_best_are_kept_in_their_order():
    passages = [make_passage(f"text {n}") for n in range(9)]
    assert FirstReferences(FakeRetriever(passages)).retrieve("q") == tuple(passages[:5])
    assert FirstReferences(FakeRetriever(passages[:2]), 1).retrieve("q") == (passages[0],)
