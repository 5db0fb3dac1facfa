"""The options that several commands share, so that they mean and read the same everywhere."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any

import typer

ABSTAINED = 3
"""Exit code of a run that ended without an answer; errors have codes of their own."""


def index_path(text: str) -> Path:
    """A bare name stays one; `./name` means the folder here, which a plain Path would forget."""
    return Path(os.path.abspath(text)) if text.startswith((f".{os.sep}", "./")) else Path(text)


IndexDir = Annotated[
    Path | None,
    typer.Option(
        "--index",
        "-i",
        metavar="NAME|DIR|URL",
        help="Name of an index of yours, its folder, or s3://BUCKET/PATH.",
        envvar="ASSAY_INDEX__DIR",
        parser=index_path,
    ),
]
ConfigFile = Annotated[
    Path | None,
    typer.Option("--config", metavar="FILE", help="Settings file, trusted; default: ./assay.toml."),
]
ScorerPath = Annotated[
    Path | None,
    typer.Option(
        "--scorer",
        metavar="PATH",
        help="Evaluator: a folder that `assay train evaluator` wrote, a T5, a CrossEncoder, or an"
        " ONNX re-ranker.",
    ),
]
AsJson = Annotated[
    bool, typer.Option("--json", metavar="", help="Print JSON, one line, for machines.")
]


def scorer_flags(path: Path | None) -> dict[str, Any]:
    """The settings of the scorer that lies at the path."""
    if path is None:
        return {}
    from assay.adapters.scorers.scorer_files import scorer_kind

    return {"name": scorer_kind(path), "model": path}
