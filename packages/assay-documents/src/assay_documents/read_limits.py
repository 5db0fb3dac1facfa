"""How much a reader takes in, and how long it may take, before a file is refused."""

from __future__ import annotations

from dataclasses import dataclass

MIB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class ReadLimits:
    """Limits on what one file may cost; every file is hostile until read.

    `document_bytes` bounds one document, packed or unpacked: a whole .txt, .html, .pdf or .docx,
    one row of a .csv, one line of a .jsonl; `file_bytes` bounds files of many documents. `ratio`
    bounds unpacked to packed size, from `ratio_from_bytes` on, because small files may compress
    well and mean no harm. `seconds` and `memory_bytes` bound the process that reads the file; a
    large file has `seconds_per_mib` more for each MiB, and one with pictures of text `ocr_seconds`
    where the extra `ocr` is installed. `output_bytes` bounds what may come back
    from it for one document.
    """

    document_bytes: int = 64 * MIB
    file_bytes: int = 64 * 1024 * MIB
    ratio: int = 200
    ratio_from_bytes: int = 16 * MIB
    seconds: float = 60.0
    seconds_per_mib: float = 4.0
    ocr_seconds: float = 600.0
    memory_bytes: int = 1024 * MIB
    output_bytes: int = 128 * MIB

    def seconds_for(self, size: int) -> float:
        """The time that the reading of a file of `size` bytes may take."""
        return self.seconds + self.seconds_per_mib * size / MIB
