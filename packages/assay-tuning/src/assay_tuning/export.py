"""From a trained network to one int8 ONNX file that runs without torch."""

from __future__ import annotations

import logging
import tempfile
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from assay.extras import require

require("torch", extra="train")
onnx = require("onnx", extra="train")

import torch
from onnxruntime.quantization import QuantType, quantize_dynamic

OPSET = 17  # old enough for onnxruntime 1.20 on every platform, has LayerNormalization
MAX_BYTES = 1_900_000_000
"""A graph above this does not fit one protobuf file; such a model stays in torch."""


def export_int8(
    module: Any,  # noqa: ANN401 - a torch module
    target: Path,
    inputs: dict[str, torch.Tensor],
    outputs: dict[str, tuple[str, ...]],
    keep_float: Sequence[str] = (),
) -> bool:
    """Write the graph with int8 weights by channel; false when it is too large for one file.

    `outputs` names the axes of each output that may be of any length. Layers whose name holds one
    of `keep_float` stay in float32: heads are small and decide all.
    """
    if sum(p.numel() * 4 for p in module.parameters()) > MAX_BYTES:
        return False
    named = dict.fromkeys(inputs, ("rows", "length")) | outputs
    axes = {name: dict(enumerate(axes)) for name, axes in named.items()}
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        # The traced graph is the one that the quantiser knows; that it is the older way, and that
        # lengths look fixed to the tracer, is known.
        warnings.simplefilter("ignore")
        logging.getLogger().disabled, was = True, logging.getLogger().disabled
        graph = Path(folder) / "float32.onnx"
        try:
            torch.onnx.export(
                module.eval().cpu(),
                tuple(inputs.values()),
                str(graph),
                input_names=list(inputs),
                output_names=list(outputs),
                dynamic_axes=axes,
                opset_version=OPSET,
                dynamo=False,
            )
            nodes = onnx.load(str(graph)).graph.node
            heads = [n.name for n in nodes if any(part in n.name for part in keep_float)]
            quantize_dynamic(
                str(graph),
                str(target),
                per_channel=True,
                reduce_range=True,  # no saturation on processors without VNNI
                weight_type=QuantType.QInt8,
                nodes_to_exclude=heads,
                extra_options={"MatMulConstBOnly": True},
            )
        finally:
            logging.getLogger().disabled = was
    return True
