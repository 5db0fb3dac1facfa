"""Conversations kept for a key, so that they are there in every browser that has it."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assay.errors import StorageError
from assay_documents.sandbox.regular_file import read_regular
from assay_server.documents.store import HALF_WRITTEN, age, half_written, sweep

MAX_BYTES = 64 * 1024 * 1024
MAX_KEPT = 40
"""For each key; the oldest go, as in a browser."""


@dataclass(frozen=True, slots=True)
class Conversations:
    """A folder for each key, a file for each conversation; the names of keys are hashed."""

    folder: Path

    def listed(self, owner: str) -> list[Any]:
        """The conversations of a key, the one kept last first."""
        return [found for file in self._files(owner) if (found := _read(file)) is not None]

    def keep(self, owner: str, id: str, conversation: dict[str, Any]) -> None:
        """Write a conversation, and forget the oldest of too many."""
        folder = self._of(owner)
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            sweep(folder, f"{HALF_WRITTEN}*")
            with half_written(folder) as (stream, passing):
                stream.write(json.dumps(conversation).encode())
                stream.flush()
                os.replace(passing, folder / f"{id}.json")
        except OSError as error:
            raise StorageError(f"the conversation cannot be kept: {error.strerror}") from error
        for old in self._files(owner)[MAX_KEPT:]:
            old.unlink(missing_ok=True)

    def forget(self, owner: str, id: str) -> None:
        """Delete a conversation, if there is such a one."""
        (self._of(owner) / f"{id}.json").unlink(missing_ok=True)

    def _of(self, owner: str) -> Path:
        return self.folder / hashlib.sha256(owner.encode()).hexdigest()[:32]

    def _files(self, owner: str) -> list[Path]:
        files = self._of(owner).glob("*.json")
        return sorted(files, key=age, reverse=True)


def _read(file: Path) -> dict[str, Any] | None:
    """A conversation; None for one that another tab has deleted, or that a disk has damaged."""
    try:
        found = json.loads(read_regular(file, MAX_BYTES))
    except (OSError, ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
