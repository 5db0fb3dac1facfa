"""The files that were uploaded: one folder, plain names, each replaced in one step."""

from __future__ import annotations

import fcntl
import os
import re
import tempfile
import time
import unicodedata
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from assay.errors import InputError, StorageError
from assay_documents.errors import UnreadableError
from assay_documents.readers import named_kind
from assay_documents.sandbox.regular_file import open_regular
from assay_server.errors import ConflictError, NotFoundError

MAX_NAME_BYTES = 200
MAX_FOLDERS = 20
# Control characters, invisible ones, those that change the direction, and private ones.
_UNSEEN = (
    r"\x00-\x1f\x7f-\x9f\xad\u0600-\u0605\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    r"\ue000-\uf8ff\ufeff\ufff0-\uffff"
    "\U000e0000-\U0010ffff"
)
_PART = rf"[^./\\{_UNSEEN}][^/\\{_UNSEEN}]{{0,{MAX_NAME_BYTES - 1}}}"
# Names of folders and of a file, none hidden, nothing in them that a system could take for more.
PLAIN_NAME = rf"^{_PART}(?:/{_PART}){{0,{MAX_FOLDERS - 1}}}$"
JOBS = ".jobs"
HALF_WRITTEN = ".upload-"
UNLOCKED_SECONDS = 1.0


@contextmanager
def half_written(folder: Path, prefix: str = HALF_WRITTEN) -> Iterator[tuple[BinaryIO, Path]]:
    """A file that is locked while it is written, to be moved to its place; else it is deleted."""
    handle, name = tempfile.mkstemp(prefix=prefix, dir=folder)
    passing = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            with suppress(OSError):  # a network folder without locks
                fcntl.flock(stream, fcntl.LOCK_EX)
            yield stream, passing
    finally:
        passing.unlink(missing_ok=True)


def sweep(folder: Path, *patterns: str) -> bool:
    """Delete what a server that was killed left half-written; what is being written stays.

    True if there is one that nobody holds, but that is too new to tell.
    """
    unsure = False
    for file in (file for pattern in patterns for file in folder.glob(pattern)):
        with suppress(OSError), open_regular(file) as stream:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # Between its making and its lock a file is nobody's for a moment.
            if time.time() - os.fstat(stream.fileno()).st_mtime > UNLOCKED_SECONDS:
                file.unlink(missing_ok=True)
            else:
                unsure = True
    return unsure


def age(file: Path) -> int:
    """When a file was written last; at once the oldest when another thread has deleted it."""
    try:
        return file.stat().st_mtime_ns
    except OSError:
        return 0


class UploadStore:
    """Uploaded files in a folder that the index is made to follow."""

    def __init__(self, folder: Path) -> None:
        """Keep files in `folder`; it is made with the first of them."""
        self.folder = Path(os.path.abspath(folder))

    def path(self, name: str) -> Path:
        """Where a file of this name is kept; a name may have folders in it, none of them hidden."""
        plain = unicodedata.normalize("NFC", name)
        parts = plain.split("/")
        long = any(len(part.encode("utf-8", "replace")) > MAX_NAME_BYTES for part in parts)
        broken = any("\ud800" <= character <= "\udfff" for character in plain)
        if long or broken or not re.fullmatch(PLAIN_NAME, plain):
            raise InputError(
                "this cannot be the name of a document",
                hint=f"use plain names of files and folders, of at most {MAX_NAME_BYTES} bytes",
            )
        try:
            named_kind(Path(plain))  # a name that says nothing is read by what the file holds
        except UnreadableError as error:
            raise InputError(f"'{plain[-40:]}' {error}", hint=error.hint) from error
        return self.folder / plain

    def name_of(self, file: Path) -> str | None:
        """The name under which a file was uploaded here, or None."""
        inside = file.is_relative_to(self.folder) and file != self.folder
        return file.relative_to(self.folder).as_posix() if inside else None

    async def put(self, name: str, body: AsyncIterator[bytes]) -> int:
        """Store a file under a name; an upload that breaks off leaves what was there before."""
        place = self.path(name)
        size = 0
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            place.parent.mkdir(parents=True, exist_ok=True)
            with half_written(self.folder) as (stream, passing):
                async for part in body:
                    stream.write(part)
                    size += len(part)
                if not size:
                    raise InputError("the body is empty", hint="send the file as the body")
                stream.flush()
                os.replace(passing, place)
        except (FileExistsError, NotADirectoryError, IsADirectoryError) as error:
            raise ConflictError(
                "a document has the name of a folder here", hint="use another name"
            ) from error
        except OSError as error:
            raise StorageError(f"the upload cannot be stored: {error.strerror}") from error
        return size

    def sweep(self) -> None:
        """Delete what a server that was killed left half-written, be it a moment ago."""
        left = (f"{HALF_WRITTEN}*", f"{JOBS}/{HALF_WRITTEN}*", f"{JOBS}/*.new")
        if sweep(self.folder, *left):
            time.sleep(UNLOCKED_SECONDS)
            sweep(self.folder, *left)

    def remove(self, name: str) -> None:
        """Take an uploaded file away."""
        place = self.path(name)
        try:
            place.unlink()
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
            raise NotFoundError(
                "no document of this name was uploaded here",
                hint="documents that `assay index` read are removed by `assay index`",
            ) from None
        for folder in place.parents:
            if folder == self.folder:
                return
            with suppress(OSError):  # one that holds something else stays
                folder.rmdir()
