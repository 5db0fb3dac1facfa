"""One writer for each index; readers need no lock."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from assay.errors import IndexBusyError
from assay.indexing.disk_faults import disk_faults
from assay.indexing.manifest import LOCK
from assay.indexing.store.s3_address import s3_address
from assay.indexing.store.s3_lock import s3_lock


@contextmanager
def writer_lock(folder: Path, wait_seconds: float = 0) -> Iterator[None]:
    """Hold the index for writing; the system lets go of it when the process dies.

    In a bucket the lock is an object, which outlives its holder by half a minute.
    """
    if s3_address(folder) is not None:
        with s3_lock(folder, LOCK, wait_seconds):
            yield
        return
    lock = FileLock(folder / LOCK)
    with disk_faults(folder):
        try:
            lock.acquire(timeout=wait_seconds)
        except Timeout:
            raise IndexBusyError(
                f"another process is writing to the index in {folder}",
                hint="wait until it has finished, then run this again",
            ) from None
    try:
        yield
    finally:
        lock.release()
