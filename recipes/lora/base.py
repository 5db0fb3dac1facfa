"""The language model that is adapted: a GGUF file, or a folder that `save_pretrained` wrote."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer


def load_base(path: Path, padding_side: str = "right") -> tuple[Any, Any]:
    """The tokenizer and the model in float32; a folder is read in seconds, a GGUF file is not."""
    file: dict[str, str] = {} if path.is_dir() else {"gguf_file": path.name}
    folder = str(path if path.is_dir() else path.parent)
    tokenizer = AutoTokenizer.from_pretrained(folder, padding_side=padding_side, **file)
    model = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32, **file)
    return tokenizer, model
