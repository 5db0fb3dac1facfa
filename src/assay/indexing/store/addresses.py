"""The web addresses that files of an index were fetched from: what such a file is called."""

from __future__ import annotations

import json
from contextlib import AbstractContextManager
from pathlib import Path

from filelock import FileLock

from assay.indexing.disk_faults import disk_faults
from assay.indexing.store.files import file_stamp, make_private, read_file, write_file
from assay.indexing.store.s3_address import s3_address
from assay.indexing.store.s3_lock import s3_lock

NAME = "addresses.json"
LOCK = "addresses.lock"
MAX_BYTES = 16_000_000
MAX_LENGTH = 500  # a longer address would be no name
WAIT_SECONDS = 10.0


def known_addresses(folder: Path) -> dict[str, str]:
    """The address of each file that was fetched from one; what cannot be read names nothing."""
    try:
        data = read_file(folder, NAME, MAX_BYTES)
        found = json.loads(data) if data else {}
    except (OSError, ValueError, RecursionError):
        return {}
    given = found.items() if isinstance(found, dict) else ()
    return {file: address for file, address in given if _is_address(address)}


def keep_address(folder: Path, file: Path, address: str | None) -> None:
    """Remember where a file was fetched from, or with None that it is from nowhere any more."""
    if not _is_address(address):
        address = None
    if address is None and str(file) not in known_addresses(folder):
        return
    with disk_faults(folder):
        make_private(folder)
        with _alone(folder):
            known = known_addresses(folder)
            known.pop(str(file), None)
            if address is not None:
                known[str(file)] = address
            data = json.dumps(known, ensure_ascii=False, indent=0).encode()
            write_file(folder, NAME, data, file_stamp(folder, NAME))


def _alone(folder: Path) -> AbstractContextManager[object]:
    if s3_address(folder) is not None:
        return s3_lock(folder, LOCK, WAIT_SECONDS)
    return FileLock(folder / LOCK, timeout=WAIT_SECONDS)


def _is_address(address: object) -> bool:
    return (
        isinstance(address, str)
        and address.startswith(("http://", "https://"))
        and len(address) <= MAX_LENGTH
        and address.isprintable()
    )
