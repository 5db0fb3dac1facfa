"""The weights of one of our encoders, read back from its ONNX file as float32."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assay.errors import ModelError
from assay.extras import require

Weights = dict[str, NDArray[np.float32]]
PRODUCTS = {"MatMul", "MatMulInteger", "Gemm"}
WRAPPER = "network."


def read_weights(file: Path) -> Weights:
    """Every parameter by its name in the network; int8 becomes the float32 it stands for."""
    onnx = require("onnx", extra="train")
    require("onnx.numpy_helper", extra="train")
    try:
        graph = onnx.load(str(file)).graph
    except Exception as error:  # re-raised by name: protobuf raises anything
        raise ModelError(f"{file} is not an ONNX model: {error}") from error
    stored = {each.name: onnx.numpy_helper.to_array(each) for each in graph.initializer}
    named = {
        _bare(name): _bare(name) for name in stored if _bare(name).endswith((".weight", ".bias"))
    }
    turned: set[str] = set()
    for node in graph.node:
        if node.op_type in PRODUCTS and len(node.input) > 1:
            base = _bare(node.input[1])
            if _is_anonymous(base):
                named[base] = _path(node.name)
            if not any(each.name == "transB" and each.i for each in node.attribute):
                turned.add(base)
    weights: Weights = {}
    for base, name in named.items():
        value = _floats(stored, base)
        if value is not None:
            # The matrix of a product stands as (in, out) in the graph; torch keeps it as (out, in).
            trained = value.T if base in turned else value
            weights[name.removeprefix(WRAPPER)] = np.ascontiguousarray(trained)
    return weights


def _bare(name: str) -> str:
    return name.removesuffix("_quantized")


def _is_anonymous(name: str) -> bool:
    """The exporter turns the matrix of a layer over and gives it a number for a name."""
    return name.startswith("onnx::")


def _path(node: str) -> str:
    """`/network/encoder/layer.0/query/MatMul_quant` is `encoder.layer.0.query.weight`."""
    parts = node.strip("/").split("/")[:-1]
    # A layer of a list stands there twice: relevance/relevance.0 is relevance.0.
    kept = [
        p for p, after in zip(parts, [*parts[1:], ""], strict=True) if not after.startswith(p + ".")
    ]
    return ".".join([*kept, "weight"])


def _floats(stored: dict[str, Any], base: str) -> NDArray[np.float32] | None:
    if base in stored:
        value: NDArray[Any] = stored[base]
        return value.astype(np.float32)
    if f"{base}_quantized" not in stored:
        return None
    whole = stored[f"{base}_quantized"].astype(np.float32)
    zero = np.asarray(stored[f"{base}_zero_point"], dtype=np.float32)
    scale = np.asarray(stored[f"{base}_scale"], dtype=np.float32)
    floats: NDArray[np.float32] = (whole - zero) * scale  # by column where there are many scales
    return floats
