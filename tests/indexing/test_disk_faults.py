import errno
from pathlib import Path

import pytest

from assay.errors import IndexDamagedError, InputError, StorageError
from assay.indexing.disk_faults import disk_faults

FOLDER = Path("index")


class PanicException(BaseException):
    """What a panic of a native part looks like in Python: no Exception, and of a private type."""


@pytest.mark.parametrize("fault", [PanicException("out of range"), RuntimeError("LanceError")])
def test_a_fault_of_the_store_is_a_damaged_index(fault):
    with pytest.raises(IndexDamagedError, match="cannot be read"), disk_faults(FOLDER):
        raise fault


@pytest.mark.parametrize("fault", [OSError(errno.ENOSPC, "no"), RuntimeError("x (os error 28)")])
def test_a_full_disk_is_told_from_a_damaged_index(fault):
    with pytest.raises(StorageError, match="full"), disk_faults(FOLDER):
        raise fault


@pytest.mark.parametrize("fault", [KeyboardInterrupt(), TypeError("ours"), InputError("said")])
def test_what_is_no_fault_of_the_store_passes_through(fault):
    with pytest.raises(type(fault)) as raised, disk_faults(FOLDER):
        raise fault
    assert raised.value is fault
