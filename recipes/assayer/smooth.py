"""Make the second product of each feed-forward part fit for int8, as SmoothQuant does.

Few outputs of MPNet's activations are twenty times the others, and one scale for a whole text
loses the small ones. Each channel is divided by a power of its largest value, and the weights of
the product after it are multiplied by the same.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from numpy.typing import NDArray
from onnx import NodeProto, helper, numpy_helper
from tokenizers import Encoding, Tokenizer

from recipes.assayer.corpus import load

POWER = 0.85
LEAST = 1e-4
MAX_TOKENS = 288
DRAWN = {"passages": 60, "questions": 30, "pairs": 60}
Feed = Mapping[str, NDArray[np.int64]]


def feeds(tables: Path, cutter: Path) -> Iterator[Feed]:
    """Texts alone and questions with passages, drawn by chance, as a graph takes them."""
    tokenizer = Tokenizer.from_file(str(cutter))
    tokenizer.no_padding()
    tokenizer.enable_truncation(MAX_TOKENS)
    known, draw = load(tables), random.Random(1)
    for _, text in draw.sample(known.passages, DRAWN["passages"]):
        yield _feed(tokenizer.encode(text))
    for question in draw.sample(known.questions, DRAWN["questions"]):
        yield _feed(tokenizer.encode(question))
    for pair in draw.sample(known.pairs, DRAWN["pairs"]):
        passage = " ".join(known.passages[pair.passage])
        yield _feed(tokenizer.encode(known.questions[pair.question], passage))


def _feed(cut: Encoding) -> Feed:
    ids = np.array([cut.ids])
    types = np.array([cut.type_ids])
    return {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": types}


def smooth(source: Path, target: Path, feeds: Iterable[Feed]) -> int:
    """Write the float graph with smoothed products, by what some inputs bring; their number."""
    graph = onnx.load(str(source))
    weights = {each.name: each for each in graph.graph.initializer}
    products = [node for node in graph.graph.node if _is_second(node, weights)]
    largest = _largest(graph, [node.input[0] for node in products], target, feeds)
    for node in products:
        matrix = numpy_helper.to_array(weights[node.input[1]])
        most = np.maximum(largest[node.input[0]], 1e-5)
        rows = np.maximum(np.abs(matrix).max(axis=1), 1e-5)
        scale = np.maximum(most**POWER / rows ** (1 - POWER), LEAST).astype(np.float32)
        grown = numpy_helper.from_array((matrix * scale[:, None]).astype(np.float32))
        grown.name = node.input[1]
        weights[node.input[1]].CopyFrom(grown)
        _divide(graph, node, 1 / scale)
    onnx.save(graph, str(target))
    return len(products)


def _is_second(node: NodeProto, weights: Mapping[str, object]) -> bool:
    """True for the product that ends a feed-forward part."""
    ends = "output/dense" in node.name and "attention" not in node.name
    return node.op_type == "MatMul" and node.input[1] in weights and ends


def _largest(
    graph: onnx.ModelProto, names: list[str], work: Path, feeds: Iterable[Feed]
) -> dict[str, NDArray[np.float32]]:
    """The largest size of each channel of some values."""
    asked = onnx.ModelProto()
    asked.CopyFrom(graph)
    for name in names:
        told = helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, None)
        asked.graph.output.append(told)
    onnx.save(asked, str(work))
    session = onnxruntime.InferenceSession(str(work))
    most: dict[str, NDArray[np.float32]] = {}
    for feed in feeds:
        for name, value in zip(names, session.run(names, dict(feed)), strict=True):
            size = np.abs(value).reshape(-1, value.shape[-1]).max(axis=0)
            most[name] = np.maximum(most.get(name, np.float32(0)), size)
    return most


def _divide(graph: onnx.ModelProto, product: NodeProto, share: NDArray[np.float32]) -> None:
    """Multiply what goes into a product by a share for each channel."""
    value = product.input[0]
    graph.graph.initializer.append(numpy_helper.from_array(share.astype(np.float32), f"{value}_by"))
    less = helper.make_node("Mul", [value, f"{value}_by"], [f"{value}_less"], f"{value}_mul")
    at = next(n for n, node in enumerate(graph.graph.node) if node.name == product.name)
    graph.graph.node[at].input[0] = f"{value}_less"
    graph.graph.node.insert(at, less)
