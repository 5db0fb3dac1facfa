"""The documents that questions are about: a folder, or an archive that is unpacked once."""

from __future__ import annotations

import lzma
import shutil
import tarfile
import zlib
from collections.abc import Iterator
from pathlib import Path

from assay.errors import InputError, StorageError
from assay.model_files import file_sha256

ENDINGS = (".tar.xz", ".tar.gz", ".tar")
MAX_MEMBERS = 100_000
MAX_BYTES = 4 * 1024**3


def corpus_folder(data: Path, name: str, unpacked: Path) -> Path:
    """The folder of the documents; an archive is unpacked into `unpacked` unless it is there."""
    if (data / name).is_dir():
        return data / name
    archive = next((p for end in ENDINGS if (p := data / f"{name}{end}").is_file()), None)
    if archive is None:
        raise InputError(
            f"there are no documents for the corpus {name!r} in {data}",
            hint=f"put a folder {name} or an archive {name}.tar.xz there",
        )
    target, stamp = unpacked / name, unpacked / f"{name}.sha256"
    checksum = file_sha256(archive)
    if target.is_dir() and stamp.is_file() and stamp.read_text("utf-8") == checksum:
        return target
    try:
        shutil.rmtree(target, ignore_errors=True)
        target.mkdir(parents=True)
        _unpack(archive, target)
        stamp.write_text(checksum, "utf-8")
    except (tarfile.TarError, EOFError, lzma.LZMAError, zlib.error) as error:
        raise InputError(f"{archive} is not a sound archive: {error}") from error
    except OSError as error:
        raise StorageError(f"cannot unpack {archive}: {error.strerror or error}") from error
    return target


def _unpack(archive: Path, target: Path) -> None:
    """Write the files of the archive; nothing outside the folder, no links, no devices."""
    with tarfile.open(archive) as opened:
        for member in _members(opened, archive):
            opened.extract(member, target, filter="data")


def _members(opened: tarfile.TarFile, archive: Path) -> Iterator[tarfile.TarInfo]:
    size = 0
    for number, member in enumerate(opened, 1):
        size += max(0, member.size)
        if number > MAX_MEMBERS or size > MAX_BYTES:
            raise InputError(
                f"{archive} is too large: more than {MAX_MEMBERS:,} files or {MAX_BYTES:,} bytes",
                hint="unpack it yourself and name the folder",
            )
        if not member.isfile() and not member.isdir():
            raise InputError(f"{archive} holds {member.name!r}, which is neither file nor folder")
        yield member
