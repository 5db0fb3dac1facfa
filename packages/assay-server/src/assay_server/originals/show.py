"""The original of a document of the index, shown as far as it is still the one that was read."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assay.indexing.index_state import IndexState
from assay.indexing.listing import DocumentLine, file_checksum, page_span, place_in
from assay.indexing.store.s3_address import s3_address
from assay_documents.errors import UnreadableError
from assay_documents.kinds import Kind
from assay_documents.readers import named_kind
from assay_documents.sandbox.environment import bare_environment

SECONDS = 30.0
MAX_REPLY = 48 << 20
MAX_QUOTE = 20_000
AS_TEXT: dict[str, Any] = {"kind": "text", "note": ""}
FAILED = {"kind": "text", "note": "the original cannot be drawn"}
_KINDS = {Kind.PDF: "pdf", Kind.HTML: "html", Kind.MARKDOWN: "markdown"}


@dataclass(frozen=True, slots=True)
class Cited:
    """A part of a document's text; `page` chooses another page than that of the part."""

    start: int = 0
    end: int = 0
    page: int | None = None


def original_view(state: IndexState, line: DocumentLine, text: str, cited: Cited) -> dict[str, Any]:
    """A page as a picture, or a tree of elements; kind "text" where our text is all there is."""
    file = Path(line.file)
    kind = _kind(file)
    checksum = file_checksum(state, line.file)
    if kind is None or not checksum or s3_address(file) is not None:
        return AS_TEXT
    first = place_in(state, line.id, cited.start).page or 1
    last = place_in(state, line.id, max(cited.start, cited.end - 1)).page or first
    page = cited.page or first
    begin, end = page_span(state, line.id, page) if kind == "pdf" else (0, len(text))
    return _ask(
        {
            "path": line.file,
            "sha256": checksum,
            "kind": kind,
            "page": page,
            "quote": text[cited.start : cited.end][:MAX_QUOTE] if first <= page <= last else "",
            "near": (cited.start - begin) / max(1, end - begin),
        }
    )


def _kind(file: Path) -> str | None:
    if file.suffix.lower() == ".gz":
        return None
    try:
        named = named_kind(file)
    except UnreadableError:
        return None
    return None if named is None else _KINDS.get(named)


def _ask(request: dict[str, Any]) -> dict[str, Any]:
    """What a process of its own makes of the file; it may crash, hang or talk without end."""
    command = [sys.executable, "-P", "-m", "assay_server.originals.process"]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=bare_environment(),
    ) as process:
        timer = threading.Timer(SECONDS, process.kill)
        timer.start()
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(json.dumps(request).encode())
            process.stdin.close()
            reply = process.stdout.read(MAX_REPLY)
            found = json.loads(reply)
        except (OSError, ValueError, RecursionError):
            return FAILED
        finally:
            timer.cancel()
            process.kill()  # it has said all, or too much
    return {"note": "", **found} if isinstance(found, dict) else FAILED
