"""The process that shows one original: a request comes in on standard input, a view goes out.

Whoever wrote the file may have meant harm to its reader, so it is parsed here and not in the
server: with little memory, a few seconds, and no way to write to the disk.
"""

from __future__ import annotations

import hashlib
import json
import resource
import sys
from pathlib import Path
from typing import Any

from assay_documents.sandbox.regular_file import read_regular

MIB = 1 << 20
MAX_FILE = 128 * MIB
MEMORY = 2048 * MIB
CPU_SECONDS = 20
CHANGED = "the file has changed since it was indexed"
GONE = "the file is no longer where it was when it was indexed"


def main() -> None:
    """Answer one request."""
    for what, limit in (
        (resource.RLIMIT_AS, MEMORY),
        (resource.RLIMIT_CPU, CPU_SECONDS),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        hard = resource.getrlimit(what)[1]
        resource.setrlimit(what, (min(limit, hard) if hard >= 0 else limit, hard))
    # A pipe is no file of the disk: it may be written to.
    json.dump(view(json.load(sys.stdin)), sys.stdout)


def view(asked: dict[str, Any]) -> dict[str, Any]:
    """The view that was asked for, or a note that says why there is none."""
    try:
        data = read_regular(Path(asked["path"]), MAX_FILE)
    except OSError:
        return {"kind": "text", "note": GONE}
    if hashlib.sha256(data).hexdigest() != asked["sha256"]:
        return {"kind": "text", "note": CHANGED}
    quote, near = asked["quote"], asked["near"]
    if asked["kind"] == "pdf":
        from assay_server.originals.pdf_page import page_view  # noqa: PLC0415 - what is needed

        return page_view(data, asked["page"], quote, near)
    from assay_server.originals import markup  # noqa: PLC0415 - what is needed

    show = markup.html_view if asked["kind"] == "html" else markup.markdown_view
    try:
        return show(data, quote, near)
    except markup.TooLongError:
        return {"kind": "text", "note": "the original is too long to be drawn"}


if __name__ == "__main__":
    main()
