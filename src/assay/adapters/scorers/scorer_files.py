"""Which kind of evaluator a folder or a file holds."""

from __future__ import annotations

import json
from pathlib import Path

from assay.errors import ModelError
from assay.model_files import CARD, load_card
from assay_documents.sandbox.regular_file import read_regular

MAX_CONFIG_BYTES = 1_000_000
ONNX_PLACES = ("model.onnx", "onnx/model.onnx", "onnx/model_quantized.onnx", "model_quantized.onnx")
_HINT = (
    "name a folder that `assay train evaluator` wrote, a T5 evaluator, a CrossEncoder folder, "
    "or an ONNX re-ranker beside its tokenizer.json"
)


def scorer_kind(path: Path) -> str:
    """The name in the settings of the scorer that can read what lies at the path."""
    if path.suffix == ".onnx" and path.is_file():
        return "reranker"
    if not path.is_dir():
        raise ModelError(f"there is no evaluator at {path}", hint=_HINT)
    if (path / CARD).is_file() and "calibration" in load_card(path).raw:
        return "assayer"
    if onnx_file(path) is not None and (path / "tokenizer.json").is_file():
        return "reranker"
    config = model_config(path)
    if config.get("model_type") == "t5":
        return "t5"
    if config:
        return "cross_encoder"
    raise ModelError(f"{path} holds no evaluator that assay knows", hint=_HINT)


def onnx_file(folder: Path) -> Path | None:
    """The ONNX graph of a model folder, where the usual tools put it; None without one."""
    return next((folder / p for p in ONNX_PLACES if (folder / p).is_file()), None)


def model_config(folder: Path) -> dict[str, object]:
    """What `config.json` says, or nothing where there is none that can be read."""
    try:
        config = json.loads(read_regular(folder / "config.json", MAX_CONFIG_BYTES))
    except (OSError, ValueError, RecursionError):
        return {}
    return config if isinstance(config, dict) else {}
