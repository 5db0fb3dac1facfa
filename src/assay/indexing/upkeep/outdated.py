"""What readers of an earlier generation have read: marked in the index until it is read again."""

from __future__ import annotations

from dataclasses import replace

from assay.indexing.index_rows import FileRow
from assay.indexing.writer import IndexWriter
from assay_documents.generation import READERS


def renew(writer: IndexWriter) -> bool:
    """True when an index was of an earlier generation, and all its files are marked now.

    The marks are one complete step, and nothing is deleted: what was read before can be asked
    until it is read again. A run that is interrupted leaves the marks of what it has not come to,
    and so does a run for some of the paths.
    """
    generation = writer.manifest.readers
    if generation > READERS:
        # What this older assay adds is for the newer one to read again; it is told by the number.
        writer.manifest = replace(writer.manifest, readers=READERS)
    if generation >= READERS:
        return False
    known = writer.files()
    begun = writer.files_with_documents() - known.keys()  # their documents are old as well
    marked = [replace(row, sha256="") for row in known.values()]
    writer.mark_outdated([*marked, *(FileRow(path, "", 0, 0) for path in sorted(begun))])
    return True
