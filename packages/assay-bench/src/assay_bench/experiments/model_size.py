"""How large the model is that answers: a figure without that cannot be held against a paper's."""

from __future__ import annotations

import re

from assay.config import Settings
from assay.wiring.chat import model_kind

READER = "22 million"
BUNDLED = "135 million"
_SIZE = re.compile(r"(?<![a-z0-9.])(\d+(?:\.\d+)?)(b|m)(?![a-z0-9])", re.IGNORECASE)
_UNITS = {"b": "billion", "m": "million"}


def parameters(settings: Settings) -> str:
    """The number of parameters in words, as "1.5 billion"; empty where the name does not tell."""
    if settings.generator.name == "extractive":
        return READER
    if model_kind(settings) == "local" and not settings.model.name:
        return BUNDLED
    found = _SIZE.search(settings.model.name or "")
    return f"{found[1]} {_UNITS[found[2].lower()]}" if found else ""
