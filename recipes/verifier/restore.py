"""The weights of an int8 file as a state to go on from: training need not begin anew."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from recipes.verifier.onnx_reader import read

_PREFIX = "network."


def restored(path: Path) -> dict[str, Tensor]:
    """Every weight by the name that the network gives it, in float32."""
    stored, nodes = read(path)
    names = {inputs[1]: _weight(name) for kind, name, inputs in nodes if "MatMul" in kind}
    state = {}
    for stored_as, kept in stored.items():
        name, value = stored_as, kept
        if name.endswith(("_scale", "_zero_point")):
            continue
        if name.endswith("_quantized"):
            name = name.removesuffix("_quantized")
            levels = kept.astype(np.float32) - stored[name + "_zero_point"].astype(np.float32)
            value = levels * stored[name + "_scale"]
        if stored_as in names:  # a product with the transposed weights
            name, value = names[stored_as], value.T
        name = name.removeprefix(_PREFIX)
        if name.startswith(("encoder.", "stance.")) and value.dtype == np.float32:
            state[name] = torch.tensor(value)
    return state


def _weight(node: str) -> str:
    """The weight that a product of this name belongs to."""
    path = re.sub(r"/(?:Gemm_)?MatMul(?:_quant)?$", "", node).strip("/")
    path = path.replace("stance/stance.", "stance.")
    return path.replace("/", ".") + ".weight"
