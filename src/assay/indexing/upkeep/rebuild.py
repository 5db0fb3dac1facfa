"""Recovery from a damaged index: delete it, and name further files to index again."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from assay.errors import IndexDamagedError, IndexMissingError, StorageError
from assay.indexing.discover import absolute
from assay.indexing.disk_faults import disk_faults
from assay.indexing.manifest import NAME, read_manifest
from assay.indexing.schema import FILES, FOLDER, table_path
from assay.indexing.store.checksums import NAME as CHECKSUMS
from assay.indexing.store.files import delete_below, delete_file
from assay.indexing.table import Table


def discard(folder: Path, roots: Sequence[Path]) -> list[Path]:
    """Delete the index; return the existing files it knew outside the roots.

    The manifest goes first: a run that is killed here leaves no index rather than half of one.
    """
    tops = [absolute(root) for root in roots]
    others = [path for path in _known(folder) if not any(path.is_relative_to(top) for top in tops)]
    for name in (NAME, CHECKSUMS):
        delete_file(folder, name)
    delete_below(folder, FOLDER)
    return [path for path in others if path.is_file()]


def _known(folder: Path) -> list[Path]:
    """The files of the index, as far as that can still be read."""
    try:
        version = read_manifest(folder).versions.get(FILES)
        with disk_faults(folder):
            rows = Table.open(table_path(folder, FILES), version).read(["path"])
        return [Path(row["path"]) for row in rows.to_pylist()]
    except (IndexDamagedError, IndexMissingError, StorageError):
        return []
