"""Import an optional package, or name the extra that installs it."""

from __future__ import annotations

import importlib
from typing import Any

from assay.distribution import NAME
from assay.errors import MissingExtraError


def require(package: str, extra: str, distribution: str = NAME) -> Any:  # noqa: ANN401 - a module of any shape
    """The imported module, or an error that names the extra which brings it.

    Only the absence of the package itself counts: an import error inside an installed
    package is a real fault and passes through.
    """
    try:
        return importlib.import_module(package)
    except ModuleNotFoundError as missing:
        top = package.partition(".")[0]
        if missing.name is not None and missing.name.partition(".")[0] != top:
            raise
        raise MissingExtraError(top, extra, distribution) from missing
