"""One network for two tasks: its vectors stay, and its products are fit for int8."""

from __future__ import annotations

import numpy as np
import pytest

pytestmark = pytest.mark.torch  # onnx comes with the extra that trains


@pytest.fixture
def torch():
    return pytest.importorskip("torch")


def test_vectors_count_as_moved_when_the_network_moves(torch, monkeypatch):
    from assay.model_files import MODELS
    from recipes.assayer import large

    class Network(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.table = torch.nn.Embedding(31_000, 8)

        def states(self, ids, types):
            return (self.table(ids),)

    monkeypatch.setattr(large, "DEVICE", "cpu")
    torch.manual_seed(0)
    network = Network()
    texts = ["the kettle boils", "a long warranty for every kettle", "rain"]
    vectors = large.Vectors(network, texts, MODELS / "tokenizer.json", 2)
    assert float(vectors.loss(network).detach()) == pytest.approx(0, abs=1e-3)
    assert vectors.kept(network) == pytest.approx((1, 1), abs=1e-3)
    torch.nn.init.normal_(network.table.weight)
    assert float(vectors.loss(network).detach()) > 0.1
    assert vectors.kept(network)[1] < 0.9


def test_padding_is_no_part_of_a_vector(torch):
    from recipes.assayer.large import embedded

    class Network:
        def states(self, ids, types):
            return (ids.float().unsqueeze(-1) @ torch.ones(1, 4) + torch.arange(4.0),)

    short, padded = torch.tensor([[101, 7, 102]]), torch.tensor([[101, 7, 102, 0, 0]])
    assert torch.allclose(embedded(Network(), short), embedded(Network(), padded))


def test_a_smoothed_product_says_the_same_and_has_no_outlier(tmp_path):
    onnx = pytest.importorskip("onnx")
    import onnxruntime
    from onnx import TensorProto, helper, numpy_helper

    from recipes.assayer.smooth import smooth

    draw = np.random.default_rng(0)
    weights = draw.normal(size=(6, 3)).astype(np.float32)
    spread = np.array([1, 1, 1, 40, 1, 1], np.float32)
    nodes = [
        helper.make_node("Mul", ["x", "spread"], ["wide"], name="encoder/act"),
        helper.make_node(
            "MatMul", ["wide", "w"], ["y"], name="encoder/layer.0/output/dense/MatMul"
        ),
    ]
    graph = helper.make_graph(
        nodes,
        "g",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [None, 6])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, [None, 3])],
        [numpy_helper.from_array(weights, "w"), numpy_helper.from_array(spread, "spread")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    model.ir_version = 8
    onnx.save(model, tmp_path / "float.onnx")
    feeds = [{"x": draw.normal(size=(4, 6)).astype(np.float32)} for _ in range(5)]
    assert smooth(tmp_path / "float.onnx", tmp_path / "smooth.onnx", feeds) == 1

    def run(name, output):
        session = onnxruntime.InferenceSession(str(tmp_path / name))
        return session.run([output], feeds[0])[0]

    assert np.allclose(run("float.onnx", "y"), run("smooth.onnx", "y"), atol=1e-3)
    plain = onnx.load(tmp_path / "smooth.onnx")
    plain.graph.output.append(helper.make_tensor_value_info("wide_less", TensorProto.FLOAT, None))
    onnx.save(plain, tmp_path / "seen.onnx")
    size = np.abs(run("seen.onnx", "wide_less")).max(axis=0)
    assert size.max() / np.median(size) < 5


def test_of_each_set_some_questions_are_taken_whole(tmp_path):
    from recipes.assayer import dev

    rows = [{"set": s, "group": g, "n": n} for n in range(3) for s in "ab" for g in range(9)]
    dev.save(rows, tmp_path / "rows.xz")
    some = dev.load(tmp_path / "rows.xz", 6)
    for name in "ab":
        groups = [row["group"] for row in some if row["set"] == name]
        assert len(groups) == 6 and len(set(groups)) == 2
    assert dev.load(tmp_path / "rows.xz") == rows
