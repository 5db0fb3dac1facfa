"""An ONNX model from disk, quiet and on as many threads as asked for."""

from __future__ import annotations

from pathlib import Path

import onnxruntime

from assay.errors import ModelError
from assay.model_files import WEIGHTS, ready_graph, ready_halves

_ERRORS_ONLY = 3


def open_model(folder: Path, threads: int) -> onnxruntime.InferenceSession:
    """An ONNX session of one of our models, from its pre-optimised graph if that can be opened.

    Two thirds of the time that it takes to open the weights go into optimising their graph.
    """
    ready = ready_graph(folder)
    opened = _opened_if_possible([ready] if ready else [], threads)
    return opened[0] if opened else open_session(folder / WEIGHTS, threads)


def open_halves(folder: Path, threads: int) -> list[onnxruntime.InferenceSession]:
    """The first layer of one of our models and the layers after it; nothing where it is whole."""
    return _opened_if_possible(ready_halves(folder), threads)


def open_session(model: Path, threads: int) -> onnxruntime.InferenceSession:
    """A session on the CPU; 0 threads means one for each core."""
    try:
        return _opened(model, threads)
    except Exception as error:  # the library raises many kinds, none of a common base
        raise ModelError(
            f"the model {model} cannot be loaded: {error}",
            hint="run `assay doctor`, which compares the files with their checksums",
        ) from error


def _opened_if_possible(graphs: list[Path], threads: int) -> list[onnxruntime.InferenceSession]:
    """Graphs that were made ready; none of them for an older runtime, or through links."""
    try:
        return [_opened(graph, threads, arranged=True) for graph in graphs]
    except Exception:  # noqa: BLE001 - the library raises many kinds, none of a common base
        return []


def _opened(model: Path, threads: int, *, arranged: bool = False) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.log_severity_level = _ERRORS_ONLY
    options.intra_op_num_threads = threads
    if arranged:
        # The same rules would be tried in vain, and to plan which tensor may lie where another was
        # takes a third of the opening, but neither time nor memory is saved by it later.
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
        options.enable_mem_reuse = False
    # Threads that spin while they wait take the cores from everybody else.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
