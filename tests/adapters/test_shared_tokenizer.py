from __future__ import annotations

import shutil

import pytest

from assay.adapters.embedders.onnx_embedder import OnnxEmbedder
from assay.adapters.scorers.pair_encoding import PairEncoder
from assay.adapters.shared_tokenizer import shared_tokenizer
from assay.errors import ModelError
from assay.model_files import MODELS, tokenizer_file
from assay.types import Passage

FILE = tokenizer_file(MODELS / "embedder")
LONG = "word " * 600


def test_a_file_is_read_once():
    assert shared_tokenizer(FILE) is shared_tokenizer(FILE)


def test_a_file_that_changed_is_read_again(tmp_path):
    own = shutil.copy(FILE, tmp_path / FILE.name)
    before = shared_tokenizer(own)
    own.write_text("{")
    with pytest.raises(ModelError, match="cannot be read"):
        shared_tokenizer(own)
    assert before.encode("a word").ids


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(ModelError, match=r"tokenizer\.json cannot be read"):
        shared_tokenizer(tmp_path / "tokenizer.json")


def test_an_embedder_cuts_its_own_texts_and_nobody_else_s():
    passage = Passage(id="p", text=LONG)
    encoder = PairEncoder(FILE)
    before = [window.ids.tolist() for window in encoder.windows("which word?", passage)]
    vectors = OnnxEmbedder(threads=1).embed([LONG, LONG * 2])
    assert (vectors[0] == vectors[1]).all()
    after = [window.ids.tolist() for window in encoder.windows("which word?", passage)]
    assert len(before) > 1 and after == before
