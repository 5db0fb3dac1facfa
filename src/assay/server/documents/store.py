"""The files that were uploaded: one folder, plain names, each replaced in one step."""

from __future__ import annotations

import os
import tempfile
import unicodedata
from collections.abc import AsyncIterator
from pathlib import Path

from assay.errors import InputError, StorageError
from assay.server.errors import NotFoundError
from assay_documents.errors import UnreadableError
from assay_documents.readers import named_kind

MAX_NAME_BYTES = 200


class UploadStore:
    """Uploaded files in a folder that the index is made to follow."""

    def __init__(self, folder: Path) -> None:
        """Keep files in `folder`; it is made with the first of them."""
        self.folder = Path(os.path.abspath(folder))

    def path(self, name: str) -> Path:
        """Where a file of this name is kept, if the name is one that is allowed."""
        plain = unicodedata.normalize("NFC", name)
        hidden = plain.startswith(".") or any(
            c in "/\\" or unicodedata.category(c).startswith("C") for c in plain
        )
        if not plain or hidden or len(plain.encode("utf-8", "replace")) > MAX_NAME_BYTES:
            raise InputError(
                "this cannot be the name of a document",
                hint=f"use a plain file name of at most {MAX_NAME_BYTES} bytes",
            )
        try:
            named_kind(Path(plain))  # a name that says nothing is read by what the file holds
        except UnreadableError as error:
            raise InputError(f"'{plain[-40:]}' {error}", hint=error.hint) from error
        return self.folder / plain

    def names(self) -> set[str]:
        """The names of all uploaded files."""
        try:
            return {p.name for p in self.folder.iterdir() if not p.name.startswith(".")}
        except FileNotFoundError:
            return set()

    async def put(self, name: str, body: AsyncIterator[bytes]) -> int:
        """Store a file under a name; an upload that breaks off leaves what was there before."""
        place = self.path(name)
        size = 0
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            handle, passing = tempfile.mkstemp(prefix=".upload-", dir=self.folder)
            try:
                with os.fdopen(handle, "wb") as stream:
                    async for part in body:
                        stream.write(part)
                        size += len(part)
                if not size:
                    raise InputError("the body is empty", hint="send the file as the body")
                os.replace(passing, place)
            except BaseException:
                Path(passing).unlink(missing_ok=True)
                raise
        except OSError as error:
            raise StorageError(f"the upload cannot be stored: {error.strerror}") from error
        return size

    def remove(self, name: str) -> None:
        """Take an uploaded file away."""
        try:
            self.path(name).unlink()
        except FileNotFoundError:
            raise NotFoundError(
                "no document of this name was uploaded here",
                hint="documents that `assay index` read are removed by `assay index`",
            ) from None
