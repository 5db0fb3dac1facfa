"""The manifest: a small file that lists the table versions that belong together."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from difflib import get_close_matches
from pathlib import Path

from assay.errors import IndexDamagedError, IndexMissingError
from assay.indexing.disk_faults import REBUILD
from assay.indexing.store.data_folder import indexes_folder
from assay.indexing.store.files import Stamp, file_stamp, read_file, write_file
from assay.indexing.store.s3_address import shown
from assay_documents.generation import READERS

NAME = "manifest.json"
LOCK = "writer.lock"  # beside it, while an index is written and after
SCHEMA = 3
WITHOUT_STAGES = 2  # the form in which every passage had its one vector; read as it is
# What no index has; a file that says so was edited, and memory would be set aside for it.
MAX_DIMENSION = 65_536
MAX_ROWS = 2**40
MAX_VERSION = 2**62
MAX_BYTES = 1_000_000
MAX_NAMES = 3  # of other indexes, told where one is missing


@dataclass(frozen=True, slots=True)
class Manifest:
    """A complete state of an index: the version of each table, and what made the vectors.

    `thorough` of the passages have a vector of the `embedder`; an index that names a `quick`
    embedder has one of that for the others. `readers` is the generation of the readers that read
    its files, 0 where none is named; `outdated` files are still as an earlier one has read them.
    """

    embedder: str
    dimension: int
    versions: dict[str, int]
    files: int = 0
    documents: int = 0
    passages: int = 0
    terms: int = 0
    quick: str = ""
    quick_dimension: int = 0
    thorough: int = 0
    readers: int = 0
    outdated: int = 0
    schema: int = SCHEMA
    assay: str = ""
    written: str = ""

    @property
    def read_before(self) -> int:
        """How many files are in the index as earlier readers have read them."""
        return self.files if self.readers < READERS else self.outdated


def read_manifest(folder: Path) -> Manifest:
    """The manifest of the index in `folder`."""
    try:
        data = read_file(folder, NAME, MAX_BYTES)
        if data is None:
            raise FileNotFoundError(NAME)
        raw = json.loads(data)
    except (FileNotFoundError, NotADirectoryError):
        named = folder.parent == indexes_folder()
        place = folder.name if named else shown(folder)
        raise IndexMissingError(
            f"there is no index {'named' if named else 'in'} {place}",
            hint=f"{indexes_beside(folder)}make one: assay index PATH --index {place}",
        ) from None
    except OSError as error:
        raise IndexDamagedError(
            f"the index in {folder} cannot be read: {error.strerror}", hint="check its permissions"
        ) from error
    except (ValueError, RecursionError) as error:
        raise IndexDamagedError(
            f"the index in {folder} has an unreadable {NAME}", hint=REBUILD
        ) from error
    return _checked(raw, folder)


def _checked(raw: object, folder: Path) -> Manifest:
    if isinstance(raw, dict) and raw.get("schema") == WITHOUT_STAGES:
        raw = {**raw, "schema": SCHEMA, "thorough": raw.get("passages")}
    if isinstance(raw, dict) and isinstance(raw.get("schema"), int) and raw["schema"] != SCHEMA:
        raise IndexDamagedError(
            f"the index in {folder} has form {raw['schema']}, this assay reads form {SCHEMA}",
            hint=f"delete {folder} and index the documents again: passages are cut otherwise now",
        )
    try:
        manifest = Manifest(**raw)  # type: ignore[arg-type]  # checked in the next lines
        counts = [manifest.files, manifest.documents, manifest.passages, manifest.terms]
        counts += [manifest.quick_dimension, manifest.thorough]
        counts += [manifest.readers, manifest.outdated]
        versions = list(manifest.versions.values())
    except (TypeError, AttributeError) as error:
        raise IndexDamagedError(f"{NAME} in {folder} is incomplete", hint=REBUILD) from error
    words = (manifest.embedder, manifest.quick, manifest.assay, manifest.written)
    if not (
        _within(1, [manifest.dimension], MAX_DIMENSION)
        and _within(0, counts, MAX_ROWS)
        and manifest.quick_dimension <= MAX_DIMENSION
        and manifest.thorough <= manifest.passages
        and (manifest.quick != "" or manifest.thorough == manifest.passages)
        and _within(1, versions, MAX_VERSION)
        and all(isinstance(each, str) for each in words)
    ):
        raise IndexDamagedError(f"{NAME} in {folder} is incomplete", hint=REBUILD)
    return manifest


def _within(least: int, numbers: list[int], most: int) -> bool:
    """True for whole numbers of a range; a truth value is none."""
    return all(type(each) is int and least <= each <= most for each in numbers)


def write_manifest(folder: Path, manifest: Manifest, replaces: Stamp | None = None) -> Stamp | None:
    """Replace the manifest in one step: after a crash either the old or the new one is there."""
    data = json.dumps(asdict(manifest), indent=1).encode()
    return write_file(folder, NAME, data, replaces)


def manifest_stamp(folder: Path) -> Stamp | None:
    """What changes whenever a new manifest takes the place of the old one."""
    return file_stamp(folder, NAME)


def indexes_beside(folder: Path) -> str:
    """A hint's beginning: the names beside this one that are spelt much like it, or a few."""
    try:
        there = sorted(each.name for each in folder.parent.iterdir() if (each / NAME).is_file())
    except OSError:
        return ""
    if near := get_close_matches(folder.name, there, MAX_NAMES):
        return f"did you mean {' or '.join(near)}? or "
    return f"there is {', '.join(there[:MAX_NAMES])}; or " if there else ""
