"""What every file of an index should be: Lance keeps no checksums of its data, so we do.

Files of a Lance table are written once and never changed, so each is read once, when it is new.
In a bucket only sizes are compared: object storage checks its content itself.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection
from pathlib import Path

from assay.errors import IndexDamagedError
from assay.indexing.disk_faults import REBUILD, disk_faults
from assay.indexing.store.files import file_sizes, file_stamp, read_file, write_file
from assay.indexing.store.s3_address import s3_address, shown
from assay_documents.sandbox.regular_file import open_regular

NAME = "checksums.json"
MAX_BYTES = 200_000_000
_TABLES = "tables/"
_REWRITTEN = "latest_version_hint.json"  # a hint of Lance's, the one file that it changes
Recorded = dict[str, tuple[int, str]]


def record_checksums(folder: Path) -> None:
    """Keep size and checksum of every file of the tables; those known before are not read again."""
    known = recorded_files(folder)
    recorded: Recorded = {}
    for name, size in file_sizes(folder).items():
        if name.startswith(_TABLES) and not name.endswith(_REWRITTEN):
            old = known.get(name)
            recorded[name] = old if old and old[0] == size else (size, _checksum(folder, name))
    if recorded != known:
        write_file(folder, NAME, json.dumps(recorded).encode(), file_stamp(folder, NAME))


def damaged_files(
    folder: Path, used: Collection[str] | None = None, *, content: bool = True
) -> list[str]:
    """What is wrong with the files, a line for each; `used` ones must be there, of all if None."""
    try:
        recorded = recorded_files(folder)
    except IndexDamagedError as error:
        return [str(error)]
    there = file_sizes(folder)
    found = []
    for name, (size, checksum) in sorted(recorded.items()):
        if name not in there:
            if used is None or any(name.startswith(each) for each in used):
                found.append(f"{name} is missing")
        elif fault := file_fault(folder, name, (size, checksum if content else ""), there[name]):
            found.append(fault)
    return found


def file_fault(folder: Path, name: str, recorded: tuple[int, str], size: int) -> str:
    """What is wrong with a file; empty if size and checksum, where recorded, are unchanged."""
    recorded_size, checksum = recorded
    if size != recorded_size:
        return f"{name} is damaged: it has {size:,} bytes of {recorded_size:,}"
    if checksum and (now := _checksum(folder, name)) and now != checksum:
        return f"{name} is damaged: its content has changed"
    return ""


def refuse_damaged(folder: Path, *, content: bool) -> None:
    """IndexDamagedError that names the first damaged file, if there is one.

    Joining files would otherwise copy the damage into a new file that looks whole.
    """
    if found := damaged_files(folder, (), content=content):
        more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
        raise IndexDamagedError(f"{shown(folder)}: {found[0]}{more}", hint=REBUILD)


def recorded_files(folder: Path) -> Recorded:
    """What was recorded; nothing for an index that was made before there were checksums."""
    try:
        with disk_faults(folder):
            raw = read_file(folder, NAME, MAX_BYTES)
        loaded = json.loads(raw) if raw is not None else {}
        return {str(name): (int(size), str(sha)) for name, (size, sha) in loaded.items()}
    except IndexDamagedError as error:
        if isinstance(error.__cause__, FileNotFoundError | NotADirectoryError):
            return {}
        raise
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        raise IndexDamagedError(f"{NAME} in {shown(folder)} is unreadable", hint=REBUILD) from error


def _checksum(folder: Path, name: str) -> str:
    if s3_address(folder) is not None:
        return ""
    try:
        with open_regular(folder / name) as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except FileNotFoundError:  # a writer has just deleted it
        return ""
