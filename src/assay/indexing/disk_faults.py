"""What the disk or the store says went wrong, as an error with a cure."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from assay.errors import AssayError, IndexDamagedError, StorageError
from assay.indexing.store.s3_address import s3_address
from assay.indexing.store.s3_faults import explain_s3

_REFUSALS = {
    errno.ENOSPC: ("the disk is full", "free some space and run it again; the index is as before"),
    errno.EDQUOT: ("the disk quota is used up", "free some space and run it again"),
    errno.EROFS: ("the disk is read-only", "choose an index directory that can be written"),
    errno.EACCES: ("permission is denied", "check who owns the index directory"),
    errno.EPERM: ("permission is denied", "check who owns the index directory"),
    errno.EEXIST: ("it is no folder", "name another place for the index"),
    errno.ENOTDIR: ("it is in no folder", "name another place for the index"),
    errno.EIO: ("the disk reports an error", "check the disk; copy what is left of the index"),
}
# What Lance raises for a fault of its native part; the cause is in the text.
_NATIVE_FAULTS = (OSError, RuntimeError, ValueError, LookupError, ArithmeticError)
_PANIC = "PanicException"
REBUILD = "index the documents again with --rebuild: assay index PATH --index INDEX --rebuild"


@contextmanager
def disk_faults(folder: Path) -> Iterator[None]:
    """Turn what the store raises inside the block into StorageError or IndexDamagedError."""
    try:
        yield
    except AssayError:
        raise
    except BaseException as error:  # the panic of Lance's native part is no Exception
        if not (isinstance(error, _NATIVE_FAULTS) or _is_native(type(error))):
            raise
        raise explain(error, folder) from error


def _is_native(kind: type[BaseException]) -> bool:
    return kind.__name__ == _PANIC or kind.__module__.partition(".")[0] == "obstore"


def explain(error: BaseException, folder: Path) -> AssayError:
    """The error to show for a fault of the store in `folder`."""
    if s3_address(folder) is not None:
        return explain_s3(error, folder)
    for code, (message, hint) in _REFUSALS.items():
        if getattr(error, "errno", None) == code or f"(os error {code})" in str(error):
            return StorageError(f"cannot write to {folder}: {message}", hint=hint)
    first_line = (str(error).splitlines() or [""])[0][:200]
    return IndexDamagedError(f"the index in {folder} cannot be read: {first_line}", hint=REBUILD)
