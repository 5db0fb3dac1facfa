"""The large weights: chosen when an index is made, remembered by it, and asked for by name."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import assay
from assay.config import Settings
from assay.errors import InputError, ModelError
from assay.indexing.manifest import read_manifest
from assay.model_files import LARGE, LARGE_NAME, MODELS, verify
from assay.wiring import assayer_folder, build_embedder, build_retriever, models

TEXT = "The warranty of the kettle is valid for five years from the day it was bought."


def settings(folder: Path | None = None, chosen: str | None = None) -> Settings:
    own = Settings()
    index = own.index.model_copy(update={"dir": folder, "models": chosen})
    return own.model_copy(update={"index": index})


@pytest.fixture
def text(tmp_path):
    (tmp_path / "kettle.txt").write_text(TEXT)
    return tmp_path / "kettle.txt"


@pytest.fixture
def large_index(text, tmp_path):
    assay.index(text, tmp_path / "large", settings=settings(chosen="large"))
    return tmp_path / "large"


def test_the_shipped_file_is_what_its_card_says():
    assert verify(LARGE) == []
    assert (LARGE / "model.onnx").stat().st_size < 120e6


def test_an_index_is_asked_with_the_weights_it_was_made_with(large_index):
    assert read_manifest(large_index).embedder.startswith(f"{LARGE_NAME} ")
    assert assayer_folder(settings(large_index)) == LARGE
    assert "five years" in (assay.ask("How long is the warranty?", large_index).text or "")


def test_an_index_is_kept_up_with_the_weights_it_was_made_with(text, large_index):
    text.write_text(f"{TEXT} It covers the lid.")
    assert assay.index(text, large_index).changed == 1
    assert read_manifest(large_index).embedder.startswith(f"{LARGE_NAME} ")


def test_small_weights_are_taken_where_nothing_is_said(text, tmp_path):
    assay.index(text, tmp_path / "small")
    assert assayer_folder(settings(tmp_path / "small")) == MODELS / "assayer"
    assert assayer_folder(settings()) == MODELS / "assayer"
    with pytest.raises(InputError, match="another embedder"):
        build_retriever(settings(tmp_path / "small", "large"))


@pytest.mark.parametrize("chosen", ["large", None])
def test_a_package_that_is_not_there_is_named(large_index, tmp_path, monkeypatch, chosen):
    monkeypatch.setattr(models, "LARGE", tmp_path / "nothing")
    with pytest.raises(ModelError, match="not there") as error:
        build_embedder(settings(large_index, chosen))
    assert "pip install assay-rag-models-large" in (error.value.hint or "")


def test_a_text_has_one_vector_of_length_one_however_it_is_asked_for():
    embedder = build_embedder(settings(chosen="large"))
    together = embedder.embed([TEXT, "How long is the warranty?", "Bananas ripen in the sun."])
    assert np.allclose(np.linalg.norm(together, axis=1), 1, atol=1e-3)
    assert np.allclose(embedder.embed([TEXT])[0], together[0], atol=1e-6)
    assert together[0] @ together[1] > together[2] @ together[1] + 0.2
