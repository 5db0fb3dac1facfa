"""An ONNX model from disk, quiet and on as many threads as asked for."""

from __future__ import annotations

from pathlib import Path

import onnxruntime

from assay.errors import ModelError

_ERRORS_ONLY = 3


def open_session(model: Path, threads: int) -> onnxruntime.InferenceSession:
    """A session on the CPU; 0 threads means one for each core."""
    options = onnxruntime.SessionOptions()
    options.log_severity_level = _ERRORS_ONLY
    options.intra_op_num_threads = threads
    # Threads that spin while they wait take the cores from everybody else.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        return onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # the library raises many kinds, none of a common base
        raise ModelError(
            f"the model {model} cannot be loaded: {error}",
            hint="run `assay doctor`, which compares the files with their checksums",
        ) from error
