"""Documents out of an index, as one complete step; their files on disk are not touched."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from contextlib import suppress
from fnmatch import fnmatchcase
from pathlib import Path

from assay.errors import InputError
from assay.indexing.discover import TABLES
from assay.indexing.disk_faults import disk_faults
from assay.indexing.index_rows import Changes
from assay.indexing.listing import DocumentLine
from assay.indexing.manifest import LOCK, read_manifest
from assay.indexing.manifest import NAME as MANIFEST
from assay.indexing.store.addresses import LOCK as ADDRESSES_LOCK
from assay.indexing.store.addresses import NAME as ADDRESSES
from assay.indexing.store.checksums import NAME as CHECKSUMS
from assay.indexing.store.s3_address import s3_address
from assay.indexing.writer import IndexWriter
from assay.indexing.writer_lock import writer_lock


def matching(lines: Sequence[DocumentLine], pattern: str) -> list[DocumentLine]:
    """The documents that a pattern of the shell means, by id, file, name of the file or source.

    A pattern without a wildcard is the whole of one of them, or a folder that files lie in.
    """
    here = str(Path.cwd() / pattern)
    return [line for line in lines if _means(line, pattern) or _means(line, here)]


def _means(line: DocumentLine, pattern: str) -> bool:
    names = {line.id, line.file, Path(line.file).name, line.source} - {""}
    if any(name == pattern or fnmatchcase(name, pattern) for name in names):
        return True
    return Path(pattern).is_absolute() and Path(line.file).is_relative_to(pattern)


def remove_documents(folder: Path, lines: Sequence[DocumentLine]) -> int:
    """How many documents were taken out of the index in `folder`.

    A file whose documents are all gone is forgotten, so that indexing it again brings it back.
    """
    with writer_lock(folder):
        manifest = read_manifest(folder)
        writer = IndexWriter(folder, manifest.embedder, manifest.dimension)
        held = writer.documents_of(list({line.file for line in lines}))
        ids = {line.id for line in lines}
        present = {id for documents in held.values() for id in documents}
        whole = sorted(file for file, documents in held.items() if documents.keys() <= ids)
        in_whole = {id for file in whole for id in held[file]}
        changes = Changes(stale_documents=sorted((ids & present) - in_whole), removed_files=whole)
        if changes:
            writer.commit(changes)
            writer.finish()
        return len(ids & present)


def remove_index(folder: Path) -> None:
    """Delete the files of an index and nothing else that lies in its folder."""
    if s3_address(folder) is not None:
        raise InputError("an index in a bucket is deleted there", hint="by the tools of the bucket")
    with writer_lock(folder), disk_faults(folder):
        (folder / MANIFEST).unlink(missing_ok=True)  # first: from here on there is no index
        for name in (CHECKSUMS, ADDRESSES, ADDRESSES_LOCK):
            (folder / name).unlink(missing_ok=True)
        shutil.rmtree(folder / TABLES, ignore_errors=True)
        (folder / LOCK).unlink(missing_ok=True)
    with suppress(OSError):  # something else lies in it
        folder.rmdir()
