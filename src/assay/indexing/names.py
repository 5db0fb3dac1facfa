"""Indexes by name: a bare name is kept in the user's data folder, a path is where it says."""

from __future__ import annotations

from pathlib import Path

from assay.indexing.manifest import LOCK
from assay.indexing.manifest import NAME as MANIFEST
from assay.indexing.store.data_folder import indexes_folder


def index_folder(named: Path) -> Path:
    """The folder of an index: a bare name that is no index here lies in the data folder.

    A folder of documents may have the name of its index; an empty folder was made to hold one, and
    so was one that a run without anything to read has left with its lock.
    """
    bare = len(named.parts) == 1 and not named.is_absolute() and named.name not in ("", "..")
    return indexes_folder() / named if bare and not _may_hold_index(named) else named


def _may_hold_index(folder: Path) -> bool:
    if not folder.is_dir():
        return folder.exists()  # a file, of which an error tells
    return (folder / MANIFEST).is_file() or all(each.name == LOCK for each in folder.iterdir())


def named_indexes() -> list[Path]:
    """Every index in the data folder, by name."""
    home = indexes_folder()
    if not home.is_dir():
        return []
    return sorted(each for each in home.iterdir() if (each / MANIFEST).is_file())
