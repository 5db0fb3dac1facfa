"""Which of our weights embed and judge: the small ones, or the large ones of a package of its own.

An index remembers what embedded it and is asked with the same: the choice is made once, when the
index is made.
"""

from __future__ import annotations

from pathlib import Path

from assay.config import Settings
from assay.errors import AssayError, ModelError
from assay.model_files import CARD, LARGE, LARGE_DISTRIBUTION, LARGE_NAME, MODELS


def own_weights(settings: Settings, part: str) -> Path:
    """The folder of our weights for the part `embedder` or `assayer`."""
    if not wants_large(settings):
        return MODELS / part
    if not (LARGE / CARD).is_file():
        raise ModelError(
            "this needs the large models (the settings or the index say so): they are not there",
            hint=f"pip install {LARGE_DISTRIBUTION}",
        )
    return LARGE


def wants_large(settings: Settings) -> bool:
    """True where the settings want the large weights, or else the index that they name."""
    from assay.indexing.manifest import read_manifest
    from assay.indexing.names import index_folder

    chosen = settings.index
    if chosen.models is not None or chosen.dir is None:
        return chosen.models == "large"
    try:
        manifest = read_manifest(index_folder(chosen.dir))
    except AssayError:  # there is none yet, or who opens it says what is wrong
        return False
    return manifest.embedder.startswith(f"{LARGE_NAME} ")
