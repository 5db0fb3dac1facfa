"""API keys: made once, shown once, and kept as hashes in one small file."""

from __future__ import annotations

import glob
import hashlib
import hmac
import json
import os
import re
import secrets
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from assay.errors import InputError, StorageError
from assay_documents.sandbox.regular_file import read_regular

VERSION = 1
MAX_BYTES = 4 * 1024 * 1024
WAIT_SECONDS = 10
PREFIX = "assay"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._@-]{0,63}")
_SECRET_BYTES = 32  # of randomness: one round of SHA-256 is enough, there is nothing to guess


class Scope(StrEnum):
    """What a key allows."""

    ASK = "ask"
    READ = "read"
    WRITE = "write"


@dataclass(frozen=True, slots=True)
class Key:
    """A stored API key: its name, its scopes, and the hash of its secret."""

    name: str
    scopes: tuple[Scope, ...]
    sha256: str
    created: str


def default_keys_file() -> Path:
    """Where keys are kept when no file is named: the user's own folder of settings."""
    home = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(home) / "assay" / "keys.json"


class KeyFile:
    """The keys of a server; a file that changes on disk is read again."""

    def __init__(self, path: Path) -> None:
        """Keep the path; nothing is read before it is needed."""
        self.path = path
        self._stamp: tuple[int, int] | None = None
        self._keys: tuple[Key, ...] = ()

    def keys(self) -> tuple[Key, ...]:
        """Every key, in the order in which they were made; none when there is no file.

        A file that is gone while it is in use is no leave for everybody.
        """
        try:
            stat = self.path.stat()
        except (FileNotFoundError, NotADirectoryError):
            if self._keys:
                raise StorageError(
                    f"the keys in {self.path} are gone", hint="restore the file, or start again"
                ) from None
            return ()
        stamp = (stat.st_mtime_ns, stat.st_ino)
        if stamp != self._stamp:
            self._keys, self._stamp = _read(self.path), stamp
        return self._keys

    def find(self, secret: str) -> Key | None:
        """The key whose secret this is; every key is compared, whichever it is."""
        digest, found = _hash(secret), None
        for key in self.keys():
            if hmac.compare_digest(key.sha256, digest):
                found = key
        return found

    def add(self, name: str, scopes: Iterable[Scope]) -> str:
        """A new key's secret: it can be read here and never again."""
        if not _NAME.fullmatch(name):
            raise InputError(
                f"'{name[:60]}' cannot name a key", hint="use letters, digits and . _ @ -"
            )
        wanted = set(scopes)
        secret = f"{PREFIX}_{secrets.token_urlsafe(_SECRET_BYTES)}"
        self.keys()  # what is no file of keys has no lock beside it either
        with self._writing():
            keys = self.keys()
            if any(key.name == name for key in keys):
                raise InputError(f"there is a key named {name}", hint="remove it first")
            now = datetime.now(UTC).isoformat(timespec="seconds")
            allowed = tuple(scope for scope in Scope if scope in wanted)
            self._write((*keys, Key(name, allowed, _hash(secret), now)))
        return secret

    def remove(self, name: str) -> None:
        """Forget a key; a running server refuses it from its next request on."""
        self.keys()
        with self._writing():
            keys = self.keys()
            rest = tuple(key for key in keys if key.name != name)
            if len(rest) == len(keys):
                raise InputError(f"there is no key named {name}", hint="assay keys list")
            self._write(rest)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        lock = FileLock(f"{self.path}.lock", timeout=WAIT_SECONDS, mode=0o600)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            lock.acquire()
        except Timeout as error:
            raise StorageError(
                f"{self.path} cannot be locked", hint="try again, or name another with --keys"
            ) from error
        except OSError as error:
            raise _refused(self.path, error) from error
        try:
            yield
        finally:
            lock.release()

    def _write(self, keys: tuple[Key, ...]) -> None:
        text = json.dumps({"version": VERSION, "keys": [asdict(key) for key in keys]}, indent=1)
        folder, prefix = self.path.parent, f".{self.path.name}."
        try:
            for left in folder.glob(f"{glob.escape(prefix)}*"):  # a killed process left it
                left.unlink(missing_ok=True)
            handle, name = tempfile.mkstemp(prefix=prefix, dir=folder)  # mode 0600
            try:
                with os.fdopen(handle, "w", encoding="utf-8") as stream:
                    stream.write(text + "\n")
                os.replace(name, self.path)
            finally:
                Path(name).unlink(missing_ok=True)
        except OSError as error:
            raise _refused(self.path, error) from error


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogateescape")).hexdigest()


def _refused(path: Path, error: OSError) -> StorageError:
    return StorageError(f"cannot write {path}: {error.strerror}", hint="name another with --keys")


def _read(path: Path) -> tuple[Key, ...]:
    """The keys of a file; one that cannot be read must not mean that no key is needed."""
    try:
        raw: Any = json.loads(read_regular(path, MAX_BYTES))
        return tuple(
            Key(
                str(each["name"]),
                tuple(map(Scope, each["scopes"])),
                str(each["sha256"]),
                str(each["created"]),
            )
            for each in raw["keys"]
        )
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not a file of keys"
        raise StorageError(
            f"the keys in {path} cannot be read: {reason}",
            hint="name a file that `assay keys` made, restore it, or make new keys",
        ) from error
