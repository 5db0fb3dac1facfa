"""One writer for an index in a bucket: a lock object that its holder renews.

No clocks are compared. Whoever finds the lock taken watches it: if it is renewed, its holder
lives; if it stays the same for LEASE seconds, its holder is dead, and the lock is taken over.
Each step is a conditional put, so that of two that try only one succeeds. A writer that was
halted and wakes up after its lock was taken over is refused when it publishes (`write_file`).
"""

from __future__ import annotations

import json
import os
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

from assay.errors import AssayError, IndexBusyError
from assay.indexing.store.files import Stamp, delete_file, file_stamp, write_file
from assay.indexing.store.s3_address import shown

LEASE = 30.0
RENEW = 10.0
_LOOK = 1.0


@contextmanager
def s3_lock(folder: Path, name: str, wait_seconds: float = 0) -> Iterator[None]:
    """Hold the lock object; IndexBusyError when its holder lives."""
    holder = _Holder(folder, name)
    holder.take(wait_seconds)
    renewing = threading.Thread(target=holder.renew, name="assay-s3-lock", daemon=True)
    renewing.start()
    try:
        yield
    finally:
        holder.done.set()
        renewing.join()
        holder.release()


class _Holder:
    def __init__(self, folder: Path, name: str) -> None:
        self._folder, self._name = folder, name
        self._id, self._count = uuid4().hex, 0
        self._stamp: Stamp | None = None
        self.done = threading.Event()

    def take(self, wait_seconds: float) -> None:
        """Take a free lock at once, one of a dead holder after LEASE seconds."""
        until = time.monotonic() + wait_seconds
        seen, since = file_stamp(self._folder, self._name), time.monotonic()
        while not self._put(seen if self._is_stale(seen, since) else None, seen):
            time.sleep(_LOOK)
            now = file_stamp(self._folder, self._name)
            if now != seen:
                if now is not None and time.monotonic() >= until:
                    raise IndexBusyError(
                        f"another process is writing to {shown(self._folder)}",
                        hint="wait until it has finished, then run this again",
                    )
                seen, since = now, time.monotonic()

    def _is_stale(self, seen: Stamp | None, since: float) -> bool:
        return seen is not None and time.monotonic() - since >= LEASE

    def _put(self, replaces: Stamp | None, seen: Stamp | None) -> bool:
        if seen is not None and replaces is None:
            return False  # taken, and its holder may live
        try:
            self._stamp = self._written(replaces)
        except IndexBusyError:
            return False
        return True

    def _written(self, replaces: Stamp | None) -> Stamp | None:
        self._count += 1
        who = {"id": self._id, "renewed": self._count, "pid": os.getpid()}
        data = json.dumps({**who, "host": socket.gethostname()}).encode()
        return write_file(self._folder, self._name, data, replaces)

    def renew(self) -> None:
        """Show that the holder lives, until it is done or the lock was lost."""
        while not self.done.wait(RENEW):
            try:
                self._stamp = self._written(self._stamp)
            except IndexBusyError:
                self._stamp = None  # taken over: what is published next will be refused
                return
            except AssayError:
                continue  # the server is away; the next round tries again

    def release(self) -> None:
        """Let go of the lock if it is still ours."""
        if self._stamp is not None and file_stamp(self._folder, self._name) == self._stamp:
            delete_file(self._folder, self._name)
