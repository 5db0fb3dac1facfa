"""How an index knows its embedder again."""

from __future__ import annotations

from pathlib import Path

from assay.errors import InputError
from assay.ports import Embedder


def embedder_identity(embedder: Embedder) -> str:
    """The embedder's own `identity`, or the name of its class where it states none."""
    stated = getattr(embedder, "identity", None)
    return str(stated) if stated else f"{type(embedder).__module__}.{type(embedder).__qualname__}"


def embedder_dimension(embedder: Embedder) -> int:
    """The length of its vectors: stated as `dimension`, or found by embedding one word."""
    stated = getattr(embedder, "dimension", None)
    return int(stated) if stated else int(embedder.embed(["word"]).shape[1])


def refuse_other_embedder(made_with: str, embedder: str, folder: Path) -> None:
    """Vectors of two models cannot be compared, even where their lengths happen to agree."""
    if made_with != embedder:
        raise InputError(
            f"the index in {folder} was made with the embedder '{made_with}',"
            f" not with '{embedder}'",
            hint="use the same one, index into another directory, or make it anew with --rebuild",
        )
