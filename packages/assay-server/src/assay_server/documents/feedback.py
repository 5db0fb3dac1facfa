"""What askers say of answers, kept as labels that `assay label` and `assay calibrate` read."""

from __future__ import annotations

import glob
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from assay.errors import StorageError
from assay_server.documents.store import half_written, sweep

MAX_BYTES = 64 * 1024 * 1024
WAIT_SECONDS = 10


@dataclass(frozen=True, slots=True)
class FeedbackFile:
    """A file of JSON lines, one for each judged answer; the last word on an answer counts."""

    path: Path

    def keep(self, id: str, line: dict[str, Any] | None) -> None:
        """Write the line in place of what was said of the same answer; None takes that back."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with FileLock(f"{self.path}.lock", timeout=WAIT_SECONDS):
                self._write(id, line)
        except Timeout as error:
            raise StorageError("the file of judgements is locked", hint="try again") from error
        except OSError as error:
            raise StorageError(f"the judgement cannot be stored: {error.strerror}") from error

    def _write(self, id: str, line: dict[str, Any] | None) -> None:
        before = self.path.read_bytes() if self.path.exists() else b""
        kept = [each for each in before.splitlines(keepends=True) if _id(each) != id]
        if line is not None:
            kept.append(json.dumps({"id": id, **line}, ensure_ascii=False).encode() + b"\n")
        text = b"".join(kept)
        if len(text) > MAX_BYTES:
            raise StorageError(
                "the file of judgements is full", hint="move it away after `assay calibrate`"
            )
        prefix = f".{self.path.name}."
        sweep(self.path.parent, f"{glob.escape(prefix)}*")
        with half_written(self.path.parent, prefix) as (stream, passing):
            stream.write(text)
            stream.flush()
            os.replace(passing, self.path)


def _id(line: bytes) -> str:
    try:
        return str(json.loads(line).get("id", ""))
    except (ValueError, AttributeError):
        return ""  # somebody else's line stays
