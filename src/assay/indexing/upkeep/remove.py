"""Documents out of an index, as one complete step; their files on disk are not touched."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import Path

from assay.indexing.index_rows import Changes
from assay.indexing.listing import DocumentLine
from assay.indexing.manifest import read_manifest
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
