"""A file of the disk, open; pipes, devices and what the system makes up are refused.

Whoever names `/dev/zero` or a pipe would otherwise wait without end, or until memory is full.
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from io import BufferedReader
from pathlib import Path

MIB = 1 << 20


class NotRegularError(OSError):
    """The path leads to something that is no file of a disk."""

    def __init__(self, path: Path) -> None:
        """Keep the path as other errors of the system do."""
        super().__init__(errno.EINVAL, "is not a regular file", str(path))


def open_regular(path: Path, most: int | None = None) -> BufferedReader:
    """The open file, with at most so many bytes; OSError for anything else, without waiting."""
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    descriptor = os.open(path, flags)
    try:
        found = os.fstat(descriptor)
        if stat.S_ISDIR(found.st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        if not stat.S_ISREG(found.st_mode) or _made_up(descriptor, found.st_size):
            raise NotRegularError(path)
        if most is not None and found.st_size > most:
            size = f"{most // MIB:,} MiB" if most >= MIB else f"{most:,} bytes"
            raise OSError(errno.EFBIG, f"it has more than {size}", str(path))
        return os.fdopen(descriptor, "rb")
    except BaseException:
        os.close(descriptor)
        raise


def read_regular(path: Path, most: int) -> bytes:
    """The bytes of a file that has at most so many; OSError for anything else."""
    with open_regular(path, most) as stream:
        data = stream.read(most + 1)
    if len(data) > most:  # it has grown meanwhile
        raise OSError(errno.EFBIG, f"it has more than {most:,} bytes", str(path))
    return data


def refuse_irregular(path: Path) -> None:
    """NotRegularError where something stands that cannot be written to as to a file."""
    with suppress(FileNotFoundError, PermissionError):  # of these the writing itself will tell
        open_regular(path).close()


def _made_up(descriptor: int, size: int) -> bool:
    """True for files of `/proc`, which have no size and yet hold something."""
    if size or not os.read(descriptor, 1):
        return False
    os.lseek(descriptor, 0, os.SEEK_SET)
    return os.fstat(descriptor).st_size == 0
