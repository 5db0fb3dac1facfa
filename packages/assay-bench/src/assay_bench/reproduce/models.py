"""Weights by folder or by the name of a hub: where they are, and how large they are."""

from __future__ import annotations

import json
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assay.errors import ModelError
from assay.extras import require

WEIGHT_FILES = (".safetensors", ".bin", ".onnx", ".gguf")
# What is fetched: no second copy of the weights in another framework's form.
WANTED = ("*.json", "*.safetensors", "*.bin", "*.model", "*.txt", "*.onnx", "*.toml")
BYTES_OF = {"float16": 2, "bfloat16": 2, "float32": 4}
_SIZE = re.compile(r"(?<![a-z0-9.])(\d+(?:\.\d+)?)(b|m)(?![a-z0-9])", re.IGNORECASE)
_HUB_NAME = re.compile(r"[\w.-]+/[\w.-]+")


@dataclass(frozen=True, slots=True)
class Weights:
    """A model by its name: the folder where it lies, if it does, its bytes and its parameters.

    Where a hub does not tell, the parameters are what the name says, and the bytes follow.
    """

    name: str
    folder: Path | None
    bytes: int
    parameters: float
    layers: int = 0
    hidden: int = 0

    @property
    def to_fetch(self) -> int:
        """Bytes to download before it can be used."""
        return 0 if self.folder is not None else self.bytes


def weights_of(name: str) -> Weights:
    """What is known of a model before anything is fetched."""
    folder = Path(name)
    if folder.is_dir():
        return _in_folder(name, folder)
    if not _HUB_NAME.fullmatch(name):
        raise ModelError(
            f"there is no folder {name}, and it is no name of a hub",
            hint="give a folder of weights, or a name such as meta-llama/Llama-2-7b-hf",
        )
    cached = _fetched(name, local_only=True)
    return _in_folder(name, cached) if cached else _on_hub(name)


def fetched(weights: Weights) -> Path:
    """The folder of the weights; they are downloaded when they are not there, or carried on."""
    if weights.folder is not None:
        return weights.folder
    folder = _fetched(weights.name, local_only=False)
    assert folder is not None, "without an error there is a folder"
    return folder


def _in_folder(name: str, folder: Path) -> Weights:
    files = [path for path in folder.iterdir() if path.suffix in WEIGHT_FILES]
    if any(path.suffix == ".safetensors" for path in files):
        files = [path for path in files if path.suffix != ".bin"]
    config = _config(folder)
    size = sum(path.stat().st_size for path in files)
    each = BYTES_OF.get(str(config.get("dtype") or config.get("torch_dtype")), 4)
    layers = int(config.get("num_hidden_layers") or config.get("num_layers") or 0)
    hidden = int(config.get("hidden_size") or config.get("d_model") or 0)
    return Weights(name, folder, size, size / each, layers, hidden)


def _config(folder: Path) -> dict[str, Any]:
    try:
        found = json.loads((folder / "config.json").read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _on_hub(name: str) -> Weights:
    """What the hub says of its files; the size that the name tells where it cannot be asked."""
    hub = require("huggingface_hub", extra="reproduce", distribution="assay-rag-bench")
    said = _SIZE.search(name)
    parameters = float(said[1]) * (1e9 if said[2].lower() == "b" else 1e6) if said else 0.0
    try:
        info = hub.HfApi().model_info(name, files_metadata=True, timeout=10)
    except _refusals():  # no network, no such name, or a gate: the download will say
        return Weights(name, None, int(2 * parameters), parameters)
    files = [f for f in info.siblings or () if Path(f.rfilename).suffix in WEIGHT_FILES]
    if any(f.rfilename.endswith(".safetensors") for f in files):
        files = [f for f in files if not f.rfilename.endswith(".bin")]
    size = sum(f.size or 0 for f in files)
    told = getattr(info.safetensors, "total", None) if info.safetensors else None
    return Weights(name, None, size, float(told or parameters or size / 2))


def _refusals() -> tuple[type[Exception], ...]:
    """What the hub raises; errors of its HTTP client are an OSError in old versions alone."""
    clients = (sys.modules[name] for name in ("httpx", "httpx2") if name in sys.modules)
    return OSError, ValueError, *(client.HTTPError for client in clients)


def _fetched(name: str, *, local_only: bool) -> Path | None:
    hub = require("huggingface_hub", extra="reproduce", distribution="assay-rag-bench")
    try:
        return Path(
            hub.snapshot_download(name, allow_patterns=list(WANTED), local_files_only=local_only)
        )
    except _refusals() as error:
        if local_only:
            return None
        raise ModelError(
            f"'{name}' cannot be fetched: {str(error).strip().partition(chr(10))[0]}",
            hint="check the name and the network; for a gated model, accept its terms on the hub"
            " and log in with `hf auth login`",
        ) from error
