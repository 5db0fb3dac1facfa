"""The head after the first layer: what it is taught, and the graphs that it becomes a part of."""

from __future__ import annotations

import shutil

import numpy as np
import pytest

from assay.adapters.onnx_session import open_halves
from assay.model_files import CARD, HALVES, MODELS, WEIGHTS, verify

pytestmark = pytest.mark.torch


@pytest.fixture
def torch():
    return pytest.importorskip("torch")


def test_padding_does_not_change_a_guess(torch):
    from recipes.assayer.sieve import Sieve

    torch.manual_seed(0)
    sieve = Sieve(24).eval()
    states, types = torch.randn(1, 9, 24), torch.tensor([[0] * 4 + [1] * 5])
    padded = torch.cat((states, torch.randn(1, 6, 24)), 1)
    longer = torch.cat((types, torch.zeros(1, 6, dtype=torch.long)), 1)
    alone = sieve(states, types, torch.ones(1, 9))
    beside = sieve(padded, longer, torch.tensor([[1.0] * 9 + [0.0] * 6]))
    assert torch.allclose(alone, beside, atol=1e-5)


def test_the_order_of_one_question_counts_beside_the_distance(torch):
    from recipes.assayer.sieve import TOGETHER, sift_loss

    goal = torch.arange(TOGETHER, dtype=torch.float32)
    assert sift_loss(goal, goal) == pytest.approx(0, abs=1e-6)
    assert sift_loss(goal + 1, goal) < sift_loss(goal.flip(0), goal)


def test_every_question_has_its_passage_and_nine_of_its_nearest(torch, monkeypatch):
    from recipes.assayer import sieve
    from recipes.assayer.corpus import Open, Pair, Tables

    tables = Tables()
    rows = [tables.passage("", f"passage {number}") for number in range(40)]
    asked = [tables.question(f"question {number}") for number in range(3)]
    tables.opens = [Open(question, [], "", "popqa") for question in asked]
    tables.pairs = [Pair(asked[0], rows[30], 1.0, -2, -2, "popqa")]
    near = {question: rows[:20] for question in asked}
    monkeypatch.setattr(sieve, "embedded_neighbours", lambda *_: near)
    pairs = sieve.lessons(tables, None, 3)
    for first in range(0, len(pairs), sieve.TOGETHER):
        group = pairs[first : first + sieve.TOGETHER]
        assert len({pair.question for pair in group}) == 1
        assert len({pair.passage for pair in group}) == sieve.TOGETHER
        assert (group[0].passage == rows[30]) == (group[0].question == asked[0])


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of the tracing exporter, by choice
def test_the_halves_point_into_the_weights_and_the_card_names_them_once(torch, tmp_path):
    from recipes.assayer.halves import HIDDEN, write_halves
    from recipes.assayer.sieve import Sieve

    folder = tmp_path / "assayer"
    folder.mkdir()
    shutil.copy(MODELS / "tokenizer.json", tmp_path)
    for name in (CARD, WEIGHTS):
        shutil.copy(MODELS / "assayer" / name, folder)
    torch.save(Sieve(HIDDEN).state_dict(), tmp_path / "sieve.pt")
    for _ in range(2):
        write_halves(folder, tmp_path / "sieve.pt")
        assert (folder / CARD).read_text().count("[halves]") == 1
        assert verify(folder) == []
    together = sum((folder / name).stat().st_size for name in HALVES)
    assert together < (folder / WEIGHTS).stat().st_size / 8
    first, rest = open_halves(folder, 1)
    assert [each.name for each in rest.get_inputs()] == ["states"]
    tokens = np.random.default_rng(1).integers(1000, 30_000, (1, 50))
    fed = {"input_ids": tokens, "attention_mask": tokens * 0 + 1, "token_type_ids": tokens * 0}
    states = first.run(["states"], fed)[0]
    assert np.isfinite(rest.run(None, {"states": states})[0]).all()


def test_a_norm_in_its_quicker_form_is_the_same_norm():
    import onnx
    from onnx import TensorProto, helper, numpy_helper
    from onnxruntime import InferenceSession

    from recipes.lighten import plain_norms, prune

    rng = np.random.default_rng(2)
    scale, shift = (rng.standard_normal(8).astype(np.float32) for _ in range(2))
    given = helper.make_tensor_value_info("x", TensorProto.FLOAT, (1, "length", 8))
    made = helper.make_tensor_value_info("y", TensorProto.FLOAT, (1, "length", 8))
    norms = [
        helper.make_node("LayerNormalization", ["x", "scale", "shift"], ["z"], epsilon=1e-12),
        helper.make_node(
            "SkipLayerNormalization", ["z", "x", "scale", "shift", "shift"], ["y"],
            domain="com.microsoft", epsilon=1e-12,
        ),
    ]  # fmt: skip
    numbers = [numpy_helper.from_array(v, n) for v, n in ((scale, "scale"), (shift, "shift"))]
    graph = helper.make_graph(norms, "norms", [given], [made], numbers)
    sets = [helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)]
    model = helper.make_model(graph, opset_imports=sets, ir_version=8)
    x = rng.standard_normal((1, 5, 8)).astype(np.float32)
    (plain,) = InferenceSession(model.SerializeToString()).run(None, {"x": x})
    plain_norms(model.graph)
    prune(model.graph)
    assert not any("LayerNormalization" in node.op_type for node in model.graph.node)
    onnx.checker.check_model(model)
    (light,) = InferenceSession(model.SerializeToString()).run(None, {"x": x})
    assert light == pytest.approx(plain, abs=1e-4)
