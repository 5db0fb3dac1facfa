"""The extras of this package, named by whoever misses one."""

from __future__ import annotations

from typing import Any

from assay import extras

NAME = "assay-rag-bench"


def require(package: str, extra: str) -> Any:  # noqa: ANN401 - a module of any shape
    """The imported module, or an error that names the extra of this package which brings it."""
    return extras.require(package, extra, NAME)
