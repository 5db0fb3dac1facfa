from __future__ import annotations

from functools import cache

import pytest

from assay.adapters.embedders.onnx_embedder import OnnxEmbedder
from assay.ports import ComplexityClassifier
from assay.testing import FakeComplexityClassifier
from assay.types import Complexity
from assay_strategies.embedding_classifier import EmbeddingClassifier
from tests.contracts.hostile import TEXTS


@cache
def shipped_classifier() -> EmbeddingClassifier:
    return EmbeddingClassifier(OnnxEmbedder(threads=1))


SUBJECTS = [
    pytest.param(lambda folder: FakeComplexityClassifier(), id="FakeComplexityClassifier"),
    pytest.param(lambda folder: shipped_classifier(), id="EmbeddingClassifier"),
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
