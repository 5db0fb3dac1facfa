from __future__ import annotations

import shutil

import pytest

from assay.adapters.onnx_session import open_session
from assay.model_files import CARD, GRAPH, MODELS, WEIGHTS, ready_graph, verify

pytestmark = pytest.mark.torch  # onnx comes with the extra that trains


def test_a_graph_points_into_the_weights_and_the_card_names_it_once(tmp_path):
    from recipes.graph import write_graph

    folder = tmp_path / "verifier"
    folder.mkdir()
    shutil.copy(MODELS / "tokenizer.json", tmp_path)
    for name in (CARD, WEIGHTS):
        shutil.copy(MODELS / "verifier" / name, folder)
    for _ in range(2):
        write_graph(folder)
        assert (folder / CARD).read_text().count("[graph]") == 1
        assert ready_graph(folder) == folder / GRAPH
        assert verify(folder) == []
    assert (folder / GRAPH).stat().st_size < (folder / WEIGHTS).stat().st_size / 20
    assert open_session(folder / GRAPH, 1).get_inputs()
