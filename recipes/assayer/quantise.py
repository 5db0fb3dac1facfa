"""From a float32 graph to an int8 one."""

from __future__ import annotations

from pathlib import Path

import onnx
from onnxruntime.quantization import QuantType, quantize_dynamic

OPSET = 17  # old enough for onnxruntime 1.20 on every platform, has LayerNormalization


def quantize(source: Path, target: Path, *, seven_bits: bool) -> None:
    """Write the int8 graph: weights by channel, embedding table too, the heads left in float32."""
    # The heads are small and decide all. Only the encoder's layers are named after it; a Gemm is
    # split by the quantiser first, which gives its product another name.
    heads = [
        name
        for n in onnx.load(str(source)).graph.node
        if "encoder" not in n.name
        for name in (n.name, f"{n.name}_MatMul")
    ]
    quantize_dynamic(
        str(source),
        str(target),
        per_channel=True,
        reduce_range=seven_bits,
        weight_type=QuantType.QInt8,
        nodes_to_exclude=heads,
        extra_options={"MatMulConstBOnly": True},
    )
    onnx.checker.check_model(str(target))
