"""What goes wrong while a file is read; each error says why, and what the user can do."""

from __future__ import annotations

import importlib
from typing import Any


class ReadingError(Exception):
    """Anything that this package reports instead of a traceback."""

    def __init__(self, message: str, hint: str = "") -> None:
        """Keep what went wrong and what the user can do about it."""
        super().__init__(message)
        self.hint = hint


class UnreadableError(ReadingError):
    """A file that cannot be turned into text; the message is the reason, without the path."""


class MissingPackageError(ReadingError):
    """An optional package is needed and not installed."""


def install(extra: str) -> str:
    """The command that installs this package with an extra."""
    return f"pip install 'assay-rag-documents[{extra}]'"


def require(package: str, extra: str) -> Any:  # noqa: ANN401 - a module of any shape
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
        raise MissingPackageError(
            f"the package '{top}' is needed for this and is not installed", hint=install(extra)
        ) from missing
