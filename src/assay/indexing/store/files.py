"""The small files beside the tables, and the sizes of all: in a folder or in a bucket.

A small file is replaced in one step: whoever reads it meanwhile, and whatever crash comes, there
is the old one or the new one. In a bucket a writer says which version it replaces, and is
refused if there is another by now.
"""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from functools import lru_cache
from pathlib import Path
from typing import Any

from assay import extras
from assay.indexing.disk_faults import disk_faults
from assay.indexing.store.s3_address import (
    CONNECT_SECONDS,
    REQUEST_SECONDS,
    RETRIES,
    RETRY_SECONDS,
    S3Access,
    S3Address,
    s3_access,
    s3_address,
)
from assay_documents.sandbox.regular_file import NotRegularError, open_regular

Stamp = tuple[object, ...]


def make_private(folder: Path) -> None:
    """Make the folder, for its owner alone: it holds every word of the documents.

    One that is there keeps the rights that somebody gave it.
    """
    if s3_address(folder) is None and not folder.is_dir():
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)


def read_file(folder: Path, name: str, most: int) -> bytes | None:
    """The first so many bytes of a small file, or None when it is not there."""
    if (address := s3_address(folder)) is None:
        with open_regular(folder / name) as stream:
            return stream.read(most)
    found = _got(folder, address, name)
    return None if found is None else bytes(found.bytes())[:most]


def file_stamp(folder: Path, name: str) -> Stamp | None:
    """What changes whenever a new file takes the place of the old one."""
    if (address := s3_address(folder)) is None:
        try:
            found = (folder / name).stat()
        except OSError:
            return None
        return found.st_mtime_ns, found.st_ino
    held = _got(folder, address, name)
    return None if held is None else (held.meta["e_tag"],)


def write_file(folder: Path, name: str, data: bytes, replaces: Stamp | None = None) -> Stamp | None:
    """Replace a small file in one step, and give the stamp of the new one."""
    with disk_faults(folder):
        if (address := s3_address(folder)) is None:
            _replace(folder, name, data)
            return file_stamp(folder, name)
        mode = {"e_tag": replaces[0]} if replaces else "create"
        return (_obstore().put(_bucket(address), name, data, mode=mode)["e_tag"],)


def delete_file(folder: Path, name: str) -> None:
    """Delete a small file, if it is there."""
    with disk_faults(folder):
        if (address := s3_address(folder)) is None:
            (folder / name).unlink(missing_ok=True)
        else:
            _obstore().delete(_bucket(address), name)


def file_sizes(folder: Path) -> dict[str, int]:
    """Every file of the index and its bytes, by its path below the index."""
    with disk_faults(folder):
        if (address := s3_address(folder)) is not None:
            pages = _obstore().list(_bucket(address))
            return {each["path"]: int(each["size"]) for page in pages for each in page}
        return {
            path.relative_to(folder).as_posix(): held.st_size
            for path, held in _walk(folder)
            if stat.S_ISREG(held.st_mode)
        }


def refuse_irregular_files(folder: Path) -> None:
    """NotRegularError for a pipe or device in the index: Lance would wait for it without end."""
    if s3_address(folder) is None:
        for path, held in _walk(folder):
            if not stat.S_ISREG(held.st_mode):
                raise NotRegularError(path)


def _walk(folder: Path) -> Iterator[tuple[Path, os.stat_result]]:
    """Whatever is no folder; what a writer deletes meanwhile is left out, folders too."""
    for inside, _, names in os.walk(folder):
        for path in (Path(inside, name) for name in names):
            with suppress(FileNotFoundError):
                yield path, path.stat()


def sweep_files(folder: Path, *names: str) -> None:
    """Delete what a writer that was killed left of these; its lock is the caller's by now."""
    if s3_address(folder) is None:
        for left in (left for name in names for left in folder.glob(f".{name}.*")):
            left.unlink(missing_ok=True)


def delete_below(folder: Path, inner: str) -> None:
    """Delete everything of the index below an inner folder."""
    if (address := s3_address(folder)) is None:
        shutil.rmtree(folder / inner, ignore_errors=True)
        return
    with disk_faults(folder):
        doomed = [name for name in file_sizes(folder) if name.startswith(f"{inner}/")]
        if doomed:
            _obstore().delete(_bucket(address), doomed)


def _got(folder: Path, address: S3Address, name: str) -> Any:  # noqa: ANN401 - optional package
    """A small object, or None; asked for with GET, because a refusal of HEAD gives no reason."""
    with disk_faults(folder):
        try:
            return _obstore().get(_bucket(address), name)
        except FileNotFoundError as error:
            if "NoSuchBucket" in str(error):
                raise OSError(str(error)) from error
            return None


def _obstore() -> Any:  # noqa: ANN401 - optional package
    return extras.require("obstore", extra="s3")


def _bucket(address: S3Address) -> Any:  # noqa: ANN401 - optional package
    return _opened(address, s3_access())


@lru_cache(maxsize=8)
def _opened(address: S3Address, access: S3Access) -> Any:  # noqa: ANN401 - optional package
    config = {
        "access_key_id": access.key_id.reveal(),
        "secret_access_key": access.key.reveal(),
        "region": access.region,
    }
    if access.token:
        config["session_token"] = access.token.reveal()
    if access.endpoint:
        config["endpoint"] = access.endpoint
    patience = {"timeout": f"{REQUEST_SECONDS}s", "connect_timeout": f"{CONNECT_SECONDS}s"}
    return extras.require("obstore.store", extra="s3").S3Store(
        address.bucket,
        prefix=address.prefix,
        config=config,
        client_options={**patience, "allow_http": access.endpoint.startswith("http://")},
        retry_config={"max_retries": RETRIES, "retry_timeout": timedelta(seconds=RETRY_SECONDS)},
    )


def _replace(folder: Path, name: str, data: bytes) -> None:
    handle, temporary = tempfile.mkstemp(prefix=f".{name}.", dir=folder)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(temporary, folder.stat().st_mode & 0o666)  # for whom the folder is
        os.replace(temporary, folder / name)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    _sync_folder(folder)


def _sync_folder(folder: Path) -> None:
    """Make the renaming last; systems whose folders cannot be opened do without."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
