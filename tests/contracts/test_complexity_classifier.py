from __future__ import annotations

import pytest

from assay.ports import ComplexityClassifier
from assay.testing import FakeComplexityClassifier
from assay.types import Complexity
from tests.contracts.hostile import TEXTS

SUBJECTS = [
    pytest.param(lambda folder: FakeComplexityClassifier(), id="FakeComplexityClassifier"),
]


@pytest.fixture(params=SUBJECTS)
def classifier(request, tmp_path):
    return request.param(tmp_path)


def test_it_fits_the_port(classifier):
    assert isinstance(classifier, ComplexityClassifier)


@pytest.mark.parametrize("question", TEXTS.values(), ids=TEXTS.keys())
def test_any_text_has_one_complexity_and_always_the_same(classifier, question):
    first = classifier.classify(question)
    assert first in Complexity
    assert classifier.classify(question) is first
