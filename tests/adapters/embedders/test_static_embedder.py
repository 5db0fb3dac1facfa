from __future__ import annotations

import numpy as np
import pytest

from assay.adapters.embedders.static_embedder import StaticEmbedder
from assay.errors import ModelError
from assay.ports import Embedder
from tests.static_table import write_table


@pytest.fixture
def folder(tmp_path):
    return write_table(tmp_path)


def test_a_text_is_the_sum_of_its_tokens_by_the_root_of_their_count(folder):
    embedder = StaticEmbedder(folder)
    assert isinstance(embedder, Embedder)
    with np.load(folder / "table.npz") as stored:
        packed = stored["vectors"].astype(int)
    table = np.empty((len(packed), 64))
    table[:, 0::2], table[:, 1::2] = packed // 16 - 8, packed % 16 - 8
    red, fox = table[3], table[4]
    expected = red + np.sqrt(4) * fox
    vector = embedder.embed(["Fox red fox fox FOX"])[0]
    np.testing.assert_allclose(vector, expected / np.linalg.norm(expected), atol=1e-3)


def test_many_texts_are_the_same_as_each_alone(folder):
    embedder = StaticEmbedder(folder)
    texts = [f"a red fox {'runs ' * (n % 7)}" if n % 5 else "" for n in range(600)]
    together = embedder.embed(texts)
    alone = np.vstack([embedder.embed([text]) for text in texts])
    np.testing.assert_allclose(together, alone, atol=1e-6)
    np.testing.assert_allclose(np.linalg.norm(together, axis=1), 1, atol=1e-5)


def test_another_table_is_another_embedder(folder, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    before = StaticEmbedder(folder)
    assert before.dimension == 64
    assert StaticEmbedder(write_table(other, numbers=32)).identity != before.identity


@pytest.mark.parametrize("name", ["table.npz", "tokenizer.json", "card.toml"])
@pytest.mark.parametrize("damage", ["missing", "empty", "torn"])
def test_a_damaged_model_is_an_error_with_a_cure(folder, name, damage):
    path = folder / name
    body = {"empty": b"", "torn": path.read_bytes()[:40]}
    path.unlink()
    if damage != "missing":
        path.write_bytes(body[damage])
    with pytest.raises(ModelError) as caught:
        StaticEmbedder(folder).embed(["fox"])
    assert caught.value.hint


@pytest.mark.parametrize(
    "arrays",
    [
        {"vectors": np.zeros((18, 8), np.float32), "scales": np.ones(18)},
        {"vectors": np.zeros((18, 8), np.uint8), "scales": np.ones(3)},
        {"vectors": np.zeros((3, 8), np.uint8), "scales": np.ones(3)},
        {"vectors": np.array([{}], object), "scales": np.ones(1)},
    ],
    ids=["floats", "too few scales", "too few tokens", "objects"],
)
def test_what_is_no_table_of_this_tokenizer_is_refused(folder, arrays):
    np.savez(folder / "table.npz", **arrays)
    with pytest.raises(ModelError):
        StaticEmbedder(folder).embed(["fox"])
