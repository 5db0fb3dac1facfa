"""The files that belong to an index run."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from assay.indexing.read import is_supported


def discover(paths: Sequence[Path], *, apart_from: Path) -> list[Path]:
    """Every supported file under the paths, absolute and sorted, without hidden folders.

    A file named outright is taken whatever its ending, so that the report can say what is
    wrong with it. `apart_from` is the index itself.
    """
    found: set[Path] = set()
    for path in paths:
        full = absolute(path)
        if full.is_dir():
            found.update(each for each in _walk(full, absolute(apart_from)) if is_supported(each))
        elif full.exists():
            found.add(full)
    return sorted(found)


def absolute(path: Path) -> Path:
    """The path from the root, with `..` taken away; links stay as they are."""
    return Path(os.path.abspath(path))


def _walk(root: Path, skipped: Path) -> Iterator[Path]:
    for folder, folders, files in os.walk(root):
        here = Path(folder)
        folders[:] = sorted(
            name for name in folders if not name.startswith(".") and here / name != skipped
        )
        # Regular files only: a pipe named .txt would be waited for without end.
        visible = (here / name for name in files if not name.startswith("."))
        yield from (path for path in visible if path.is_file())
