"""How much a reader takes in before it refuses."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ReadLimits:
    """Limits on what one file may unfold to; every file is hostile until read.

    `document_bytes` bounds one document, packed or unpacked: a whole .txt, .html, .pdf or .docx,
    one row of a .csv, one line of a .jsonl. `ratio` bounds unpacked to packed size, from
    `ratio_from_bytes` on, because small files may compress well and mean no harm.
    """

    document_bytes: int = 64 * 1024 * 1024
    ratio: int = 200
    ratio_from_bytes: int = 16 * 1024 * 1024
