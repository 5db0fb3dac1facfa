"""The files of an index are compared with their checksums while a process begins to read them.

Lance notices little of what a disk loses: a bit in an index of words gives another answer without
a word. The first files, the small ones, are waited for; the others are read in the background, and
what is found there is told by whatever is read next. Each file is read once in a process.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection
from pathlib import Path

from assay.errors import IndexDamagedError
from assay.indexing.disk_faults import REBUILD
from assay.indexing.store.checksums import Recorded, file_fault, recorded_files
from assay.indexing.store.files import file_sizes
from assay.indexing.store.s3_address import s3_address, shown

AWAITED_BYTES = 64 * 1024 * 1024
VERSIONS = "/_versions/"
_UNREAD = "/_transactions/"  # what Lance writes for writers alone


class ReadCheck:
    """Finds damaged files of an index beside what is read; a bucket checks its content itself."""

    def __init__(self, folder: Path, before: ReadCheck | None = None) -> None:
        """Begin with the files that an earlier check of the same index has not seen."""
        self._folder = folder
        self._sound: dict[str, tuple[int, str]] = dict(before._sound) if before else {}
        self._faults: dict[str, str] = {}
        self._error: IndexDamagedError | None = None
        self._opened, self._awaited = threading.Event(), threading.Event()
        if s3_address(folder) is not None:
            self._opened.set()
            self._awaited.set()
            return
        threading.Thread(target=self._compare, name="assay-checksums", daemon=True).start()

    def refuse_damaged_versions(self, used: Collection[str]) -> None:
        """IndexDamagedError that names what is damaged of the files with which tables begin."""
        self._opened.wait()
        for name in used:
            if name in self._faults:
                raise IndexDamagedError(
                    f"{shown(self._folder)}: {self._faults[name]}", hint=REBUILD
                )

    def refuse_damaged(self, used: Callable[[], Collection[str]]) -> None:
        """IndexDamagedError that names a damaged file of those in use, as far as it is known."""
        self._awaited.wait()
        if self._error is not None:
            raise self._error
        if not self._faults:
            return
        files = used()
        for name, fault in dict(self._faults).items():
            if not files or any(name.startswith(each) for each in files):
                raise IndexDamagedError(f"{shown(self._folder)}: {fault}", hint=REBUILD)

    def _compare(self) -> None:
        try:
            known, sizes = recorded_files(self._folder), file_sizes(self._folder)
            self._go_through(known, sizes)
        except IndexDamagedError as error:
            self._error = error
        except Exception:  # noqa: BLE001 - reading itself will tell of what refuses it
            pass
        finally:
            self._opened.set()
            self._awaited.set()

    def _go_through(self, known: Recorded, sizes: dict[str, int]) -> None:
        read = 0
        there = [
            name
            for name in known
            if name in sizes and _UNREAD not in name and self._sound.get(name) != known[name]
        ]
        for name in sorted(there, key=lambda name: (VERSIONS not in name, sizes[name])):
            if VERSIONS not in name:
                self._opened.set()
            if read + sizes[name] > AWAITED_BYTES:
                self._awaited.set()
            read += sizes[name]
            if fault := file_fault(self._folder, name, known[name], sizes[name]):
                self._faults[name] = fault
            else:
                self._sound[name] = known[name]
