"""A zip archive of XML parts, opened so that no file can make it unfold without bounds."""

from __future__ import annotations

import io
import posixpath
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any
from urllib.parse import unquote

from lxml import etree

from assay_documents.errors import UnreadableError
from assay_documents.read_limits import ReadLimits
from assay_documents.title import given_title
from assay_documents.unpack import BOMB, read_bytes

MAX_PARTS = 20_000
_ENCRYPTED = 0x1
_RELATIONS = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"  # an Office file with a password is one of these


class Package:
    """The parts of an archive; together they may unfold to what the limits allow."""

    def __init__(self, path: Path, limits: ReadLimits) -> None:
        """Open the archive and look at its table of contents only."""
        self._kind = path.suffix.lower() or "archive"
        data = read_bytes(path, limits)
        if data.startswith(_OLE):
            raise UnreadableError("is protected by a password, or in the Office format before 2007")
        self._left = min(
            limits.document_bytes, max(limits.ratio_from_bytes, len(data) * limits.ratio)
        )
        with self._faults():
            self._archive = zipfile.ZipFile(io.BytesIO(data))
            parts = self._archive.infolist()
        if len(parts) > MAX_PARTS:
            raise UnreadableError(f"holds {len(parts)} parts (a compression bomb?)")
        self._parts = {part.filename: part for part in parts}

    def __enter__(self) -> Package:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._archive.close()

    def __contains__(self, name: str) -> bool:
        return name in self._parts

    def read(self, name: str) -> bytes:
        """The content of a part."""
        part = self._parts.get(name)
        if part is None:
            raise UnreadableError(f"is not a complete {self._kind} file: it has no {name}")
        if part.flag_bits & _ENCRYPTED:
            raise UnreadableError("is protected by a password")
        chunks = []
        with self._faults(), self._archive.open(part) as stream:
            while chunk := stream.read(1 << 20):
                self._left -= len(chunk)
                if self._left < 0:
                    raise UnreadableError(BOMB)
                chunks.append(chunk)
        return b"".join(chunks)

    def xml(self, name: str) -> Any:  # noqa: ANN401 - lxml has no types
        """The root element of a part; entities are left alone and nothing else is fetched."""
        return parse_xml(self.read(name), name)

    def optional_xml(self, name: str) -> Any:  # noqa: ANN401 - lxml has no types
        """The root element of a part, or None where the archive has no such part."""
        return self.xml(name) if name in self else None

    def related(self, name: str) -> dict[str, tuple[str, str]]:
        """The parts that a part refers to: the last word of the kind and the name, by their id."""
        folder, _, file = name.rpartition("/")
        root = self.optional_xml(f"{folder}/_rels/{file}.rels".lstrip("/"))
        found = {}
        for each in () if root is None else root.iter(_RELATIONS):
            kind = each.get("Type", "").rpartition("/")[2]
            target = unquote(each.get("Target", ""))
            if each.get("TargetMode") != "External":
                found[each.get("Id", "")] = (kind, join(folder, target))
        return found

    @contextmanager
    def _faults(self) -> Iterator[None]:
        """Turn whatever a damaged or odd archive raises into the reason."""
        try:
            yield
        except (
            zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError,
            ValueError, KeyError, OverflowError,
        ) as error:  # fmt: skip
            reason = str(error) or type(error).__name__
            raise UnreadableError(f"is not a complete {self._kind} file: {reason}") from error


def parse_xml(data: bytes, name: str) -> Any:  # noqa: ANN401 - lxml has no types
    """The root element of an XML text without a document type."""
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False,
        remove_comments=True, remove_pis=True,
    )  # fmt: skip
    try:
        root = etree.fromstring(data, parser)
    except (etree.LxmlError, ValueError) as error:
        raise UnreadableError(f"holds {name}, which is damaged: {error}") from error
    if root is None:
        raise UnreadableError(f"holds {name}, which is empty")
    if root.getroottree().docinfo.internalDTD is not None:
        raise UnreadableError(f"holds {name} with a document type, which no such file needs")
    return root


def join(folder: str, target: str) -> str:
    """The name of a part that another in `folder` refers to."""
    return posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")


def text_of(root: Any, tag: str) -> str:  # noqa: ANN401 - lxml has no types
    """The text of the first element of that kind, or nothing."""
    found = None if root is None else root.find(f".//{tag}")
    return "" if found is None else "".join(found.itertext()).strip()


def core_title(package: Package) -> str:
    """The title that an Office file says it has, if a person gave it."""
    core = package.optional_xml("docProps/core.xml")
    return given_title(text_of(core, "{http://purl.org/dc/elements/1.1/}title"))
