from __future__ import annotations

import shutil

import numpy as np
import pytest

from assay.adapters.embedders.onnx_embedder import OnnxEmbedder
from assay.errors import ModelError
from assay.model_files import verify
from assay.testing import FakeEmbedder
from assay.types import Complexity
from assay_strategies.embedding_classifier import (
    DEFAULT_FOLDER,
    WEIGHTS,
    EmbeddingClassifier,
)


@pytest.fixture(scope="module")
def embedder():
    return OnnxEmbedder(threads=1)


@pytest.fixture
def copy(tmp_path):
    folder = tmp_path / "complexity"
    shutil.copytree(DEFAULT_FOLDER, folder)
    return folder


def test_the_shipped_weights_are_intact():
    assert verify(DEFAULT_FOLDER) == []


def test_it_tells_one_step_from_several(embedder):
    classifier = EmbeddingClassifier(embedder)
    simple = "What is Ada Palm's occupation?"
    chained = (
        "Who is the maternal grandfather of the director of the film that was made by the "
        "performer of the song Harbour Lights?"
    )
    assert classifier.classify(simple) is Complexity.SINGLE
    assert classifier.classify(chained) is Complexity.MULTI


def test_probabilities_sum_to_one_and_lead_to_the_class(embedder):
    classifier = EmbeddingClassifier(embedder)
    question = "Where was Ada Palm born?"
    shares = classifier.probabilities(question)
    assert shares.sum() == pytest.approx(1, abs=1e-5)
    assert tuple(Complexity)[int(shares.argmax())] is classifier.classify(
        "Where was Ada Palm born?"
    )


def test_another_embedder_is_refused():
    with pytest.raises(ModelError, match="another embedder"):
        EmbeddingClassifier(FakeEmbedder())


@pytest.mark.parametrize("content", [b"", b"not weights", b"PK\x03\x04broken"])
def test_damaged_weights_are_named(copy, embedder, content):
    (copy / WEIGHTS).write_bytes(content)
    with pytest.raises(ModelError, match="cannot be read") as caught:
        EmbeddingClassifier(embedder, copy)
    assert "assay doctor" in caught.value.hint


def test_weights_of_another_form_are_refused(copy, embedder):
    np.savez(copy / WEIGHTS, weights=np.zeros((3, 3)), bias=np.zeros(3))
    with pytest.raises(ModelError, match="wrong form"):
        EmbeddingClassifier(embedder, copy)
