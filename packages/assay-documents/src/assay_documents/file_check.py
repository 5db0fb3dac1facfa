"""Whether a file may be opened at all: what it is, where it lies and how large it is."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from assay_documents.errors import UnreadableError
from assay_documents.read_limits import ReadLimits
from assay_documents.readers import holds_many


def check_file(path: Path, limits: ReadLimits, inside: Path | None = None) -> os.stat_result:
    """The state of a regular file within the limits; raises UnreadableError for any other.

    `inside` is the folder that links may not lead out of. Nothing is opened, so that neither a
    pipe nor a huge file costs anything.
    """
    try:
        if inside is not None and not path.resolve(strict=True).is_relative_to(inside.resolve()):
            raise UnreadableError("is a link that leads out of the folder")
        found = path.stat()
    except (OSError, RuntimeError) as error:  # a loop of links was a RuntimeError before 3.13
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise UnreadableError(f"cannot be read: {reason}") from error
    except ValueError as error:
        raise UnreadableError("has a name that no file can have") from error
    if not stat.S_ISREG(found.st_mode):
        raise UnreadableError(f"is not a regular file but a {_kind(found.st_mode)}")
    allowed = limits.file_bytes if holds_many(path) else limits.document_bytes
    if found.st_size > allowed:
        raise UnreadableError(f"is larger than the limit of {allowed} bytes")
    return found


def _kind(mode: int) -> str:
    tests = (
        (stat.S_ISDIR, "folder"), (stat.S_ISFIFO, "pipe"), (stat.S_ISSOCK, "socket"),
        (stat.S_ISCHR, "device"), (stat.S_ISBLK, "device"),
    )  # fmt: skip
    return next((name for test, name in tests if test(mode)), "special file")
