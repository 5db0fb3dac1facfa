import shutil

import numpy as np
import pytest

from assay.adapters.embedders.onnx_embedder import DEFAULT_FOLDER, OnnxEmbedder
from assay.errors import ModelError
from assay.model_files import load_card, tokenizer_file, verify
from assay.ports import Embedder


@pytest.fixture(scope="module")
def embedder():
    return OnnxEmbedder(threads=1)


def test_the_shipped_model_is_the_one_its_card_describes():
    assert verify(DEFAULT_FOLDER) == []
    card = load_card(DEFAULT_FOLDER)
    assert card.raw["licence"] == "Apache-2.0"
    assert card.raw["check"]["cosine_min"] > 0.95
    assert card.raw["check"]["recall_at_10_int8"] > card.raw["check"]["recall_at_10_float32"] - 0.02


def test_vectors_are_of_length_one_and_near_in_meaning_is_near_in_space(embedder):
    assert isinstance(embedder, Embedder)
    vectors = embedder.embed(
        ["How is cheese made?", "Milk curdles and the curds are pressed.", "Tax law of Peru"]
    )
    assert vectors.shape == (3, 384)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    assert vectors[0] @ vectors[1] > vectors[0] @ vectors[2] + 0.1


def test_a_text_has_the_same_vector_alone_and_in_company(embedder):
    texts = ["goat", "A longer text about goats and hay. " * 10, "", "x" * 500, "word " * 2000]
    together = embedder.embed(texts)
    for text, vector in zip(texts, together, strict=True):
        assert embedder.embed([text])[0] @ vector > 0.97


def test_no_texts_give_no_vectors(embedder):
    assert embedder.embed([]).shape == (0, 384)


def test_a_huge_text_and_odd_characters_are_taken(embedder):
    vectors = embedder.embed(["word " * 200_000, "🦙" * 100, "\0\x07", "a\ufffdb", "नमस्ते"])
    assert np.isfinite(vectors).all()


def test_a_damaged_model_is_an_error_with_a_cure(tmp_path):
    shutil.copy(DEFAULT_FOLDER / "card.toml", tmp_path)
    shutil.copy(tokenizer_file(DEFAULT_FOLDER), tmp_path)
    with pytest.raises(ModelError):
        OnnxEmbedder(tmp_path)
    (tmp_path / "model.onnx").write_bytes((DEFAULT_FOLDER / "model.onnx").read_bytes()[:1000])
    with pytest.raises(ModelError) as caught:
        OnnxEmbedder(tmp_path)
    assert "doctor" in caught.value.hint
