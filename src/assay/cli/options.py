"""The options that several commands share, so that they mean and read the same everywhere."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

ABSTAINED = 3
"""Exit code of a run that ended without an answer; errors have codes of their own."""

IndexDir = Annotated[
    Path | None,
    typer.Option(
        "--index", "-i", metavar="DIR", help="Folder of the index.", envvar="ASSAY_INDEX__DIR"
    ),
]
ConfigFile = Annotated[
    Path | None,
    typer.Option("--config", metavar="FILE", help="Settings file; default: ./assay.toml."),
]
StrategyName = Annotated[
    str | None,
    typer.Option(
        "--strategy", metavar="rag|crag", help="How to answer: crag checks its evidence, rag not."
    ),
]
TopK = Annotated[
    int | None, typer.Option("--top-k", metavar="N", help="Passages to retrieve.", min=1)
]
Mode = Annotated[
    str | None,
    typer.Option("--mode", metavar="hybrid|fulltext|dense", help="How passages are found."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, one line, for machines.")]
