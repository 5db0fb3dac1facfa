"""A data file from the web, checked against its checksum and kept."""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

from assay.adapters.web.addresses import AddressPolicy
from assay.adapters.web.client import WebClient
from assay.errors import InputError, ServiceError, StorageError

MAX_BYTES = 1_000_000_000
SECONDS = 900.0
OK = 200
_SHA256 = re.compile(r"[0-9a-f]{64}")
_ODD = re.compile(r"[^\w.\-]+")


def download(url: str, sha256: str, *, cache: Path | None = None, loopback: bool = False) -> Path:
    """The file behind the URL, from the cache if it is there; never one with another checksum."""
    wanted = sha256.strip().lower()
    if not _SHA256.fullmatch(wanted):
        raise InputError("--sha256 is not a SHA-256 checksum", hint="it has 64 hexadecimal digits")
    name = _ODD.sub("_", unquote(urlsplit(url).path.rpartition("/")[2])).strip(".") or "data.jsonl"
    place = (cache or _cache()) / wanted / name
    if place.is_file() and _checksum(place.read_bytes()) == wanted:
        return place
    client = WebClient(AddressPolicy(loopback=loopback), seconds=SECONDS, max_bytes=MAX_BYTES)
    response = client.get(url)
    if response.status != OK:
        raise ServiceError(f"the server answered {response.status} for {url}", hint="check --url")
    if response.cut:
        raise InputError(f"{url} is larger than {MAX_BYTES:,} bytes", hint="use --data")
    if (found := _checksum(response.body)) != wanted:
        raise InputError(
            f"the file behind {url} has the checksum {found}, not the one that was given",
            hint="it changed, or --sha256 is of another file; nothing was kept",
        )
    _write(place, response.body)
    return place


def _write(place: Path, body: bytes) -> None:
    part = place.with_name(f"{place.name}.{os.getpid()}.part")
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(body)
        part.replace(place)
    except OSError as error:
        raise StorageError(f"cannot write {place}: {error.strerror}") from error


def _checksum(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()


def _cache() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "assay" / "data"
