"""The most that int8 arithmetic allows on this machine, for the shapes of our network."""

from __future__ import annotations

import importlib.util
import time
from typing import Any

import numpy as np
import onnxruntime

from assay_bench.extras import require
from assay_bench.speed.machine import Machine
from assay_bench.speed.pair_rate import TOKENS, PairRate, absent

MEASURED = "int8 matmul alone (same runtime)"
THEORY = "int8 limit in theory"
LAYERS = 6
# Of one layer of MiniLM: query, key, value and output, then the two of the feed-forward part.
SHAPES = ((384, 384), (384, 384), (384, 384), (384, 384), (384, 1536), (1536, 384))
ROWS = 2048  # tokens in one batch, as our own session runs them
_OPSET, _IR = 13, 8
_SILENT = 3
# Multiply-adds of one core in one cycle: vector width times units, for the best kernel there is.
_PER_CYCLE = (
    ("amx_int8", 1024, "AMX int8"),
    ("avx512_vnni", 128, "AVX-512 VNNI, two units"),
    ("avx_vnni", 64, "AVX VNNI, two units"),
    ("avx512bw", 64, "AVX-512 without VNNI"),
    ("avx2", 32, "AVX2 without VNNI"),
    ("i8mm", 128, "ARM i8mm, two units"),
    ("asimddp", 32, "ARM dot product, two units"),
)


def multiply_adds_per_pair() -> int:
    """Multiply-adds that int8 weights take part in, for one pair of 160 tokens."""
    return TOKENS * LAYERS * sum(rows * columns for rows, columns in SHAPES)


def measure_int8_matmul(max_seconds: float) -> PairRate:
    """The rate if the network were nothing but its int8 matrix products."""
    if importlib.util.find_spec("onnx") is None:
        return absent(MEASURED, "onnx")
    chance = np.random.default_rng(0)
    sessions = [(_matmul(shape, chance), shape[0]) for shape in SHAPES]
    inputs = {
        rows: chance.integers(0, 255, (ROWS, rows), np.uint8) for rows in {s[0] for s in SHAPES}
    }

    def one_layer() -> None:
        for session, rows in sessions:
            session.run(None, {"a": inputs[rows]})

    one_layer()
    layers, best = 0, float("inf")
    until = time.perf_counter() + max_seconds
    while layers == 0 or time.perf_counter() < until:
        began = time.perf_counter()
        one_layer()
        best = min(best, time.perf_counter() - began)  # a limit is what the best run shows
        layers += 1
    pairs_per_layer = ROWS / TOKENS / LAYERS
    return PairRate(MEASURED, pairs_per_layer / best, int(layers * pairs_per_layer))


def theoretical_limit(machine: Machine) -> PairRate:
    """The rate if every core did int8 multiply-adds in every cycle and nothing else."""
    known = [(per, why) for flag, per, why in _PER_CYCLE if flag in machine.flags]
    if not known or machine.megahertz is None:
        return PairRate(THEORY, None, note="clock or instruction set unknown")
    per_cycle, why = known[0]
    per_second = machine.cores * machine.megahertz * 1e6 * per_cycle
    note = f"{machine.cores} cores x {machine.megahertz:.0f} MHz x {per_cycle} ({why})"
    return PairRate(THEORY, per_second / multiply_adds_per_pair(), note=note)


def _matmul(shape: tuple[int, int], chance: np.random.Generator) -> onnxruntime.InferenceSession:
    onnx: Any = require("onnx", extra="peers")
    helper = require("onnx.helper", extra="peers")
    weights = chance.integers(-127, 127, shape, np.int8)
    kinds = onnx.TensorProto
    graph = helper.make_graph(
        [helper.make_node("MatMulInteger", ["a", "w"], ["c"])],
        "matmul",
        [helper.make_tensor_value_info("a", kinds.UINT8, [None, shape[0]])],
        [helper.make_tensor_value_info("c", kinds.INT32, [None, shape[1]])],
        [helper.make_tensor("w", kinds.INT8, shape, weights.tobytes(), raw=True)],
    )
    opset = [helper.make_opsetid("", _OPSET)]
    model = helper.make_model(graph, opset_imports=opset, ir_version=_IR)
    options = onnxruntime.SessionOptions()
    options.log_severity_level = _SILENT
    return onnxruntime.InferenceSession(
        model.SerializeToString(), options, providers=["CPUExecutionProvider"]
    )
