"""The name and version under which assay is installed; it is imported under another name."""

from __future__ import annotations

NAME = "assay-rag"
"""On the public package index the name `assay` belongs to somebody else."""
VERSION = "0.2.0"


def install(extra: str = "", distribution: str = NAME) -> str:
    """The command that installs a distribution of ours, with an extra where one is named."""
    return f"pip install '{distribution}[{extra}]'" if extra else f"pip install {distribution}"
