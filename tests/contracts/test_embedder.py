from __future__ import annotations

import numpy as np
import pytest

from assay.adapters.embedders.static_embedder import StaticEmbedder
from assay.ports import Embedder
from assay.testing import FakeEmbedder
from tests.contracts.hostile import TEXTS
from tests.static_table import write_table

SUBJECTS = [
    pytest.param(lambda folder: FakeEmbedder(), id="FakeEmbedder"),
    pytest.param(lambda folder: StaticEmbedder(write_table(folder)), id="StaticEmbedder"),
]


@pytest.fixture(params=SUBJECTS)
def embedder(request, tmp_path):
    return request.param(tmp_path)


def test_it_fits_the_port(embedder):
    assert isinstance(embedder, Embedder)


def test_it_gives_one_unit_vector_for_each_text_whatever_the_text(embedder):
    vectors = embedder.embed(list(TEXTS.values()))
    assert vectors.dtype == np.float32
    assert vectors.shape[0] == len(TEXTS)
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-4)


def test_no_texts_no_rows_but_the_same_width(embedder):
    assert embedder.embed([]).shape == (0, embedder.embed(["x"]).shape[1])


def test_a_vector_belongs_to_its_text_whatever_stands_beside_it(embedder):
    texts = ["a list", "a much longer text about lists and tuples " * 9, "bread"]
    together = embedder.embed(texts)
    alone = np.vstack([embedder.embed([text]) for text in texts])
    # Cosine, not digits: int8 kernels round differently for different batches.
    assert ((together * alone).sum(axis=1) > 0.999).all()


def test_like_texts_lie_closer(embedder):
    a, b, c = embedder.embed(["a red fox runs", "the red fox runs", "tax law and court fees"])
    assert a @ b > a @ c
