"""Who is asking, and whether they may."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from starlette.requests import HTTPConnection

from assay.errors import StorageError
from assay_server.errors import ForbiddenError, KeyMissingError
from assay_server.guard.keys import KeyFile, Scope
from assay_server.observe.logs import log

R = TypeVar("R")
_BEARER = "bearer "


@dataclass(frozen=True, slots=True)
class Client:
    """One asker: a key's name, or an address where no key is needed."""

    name: str
    scopes: frozenset[Scope]


class Access:
    """Knows every client by its key; without any key made, everybody may do everything.

    Not so where a key is `always` needed, nor where there was one before: there nobody may do
    anything then.
    """

    def __init__(self, keys: KeyFile, always: bool = False) -> None:
        """Look keys up in the file."""
        self._keys = keys
        self._always = always or bool(keys.keys())

    @property
    def needs_key(self) -> bool:
        """True when there is or was at least one key, or nobody is let in without one."""
        self._always = bool(self._known(self._keys.keys)) or self._always
        return self._always

    def _known(self, look: Callable[[], R]) -> R:
        """What a look at the keys finds; where the file is, is told to the log alone."""
        try:
            return look()
        except StorageError as error:
            log("keys", error=str(error))
            raise StorageError(
                "the keys of this server cannot be read",
                hint="whoever runs it finds the reason in its log",
            ) from error

    def client(self, request: HTTPConnection, scope: Scope | None) -> Client:
        """The client of the request; an error if it has no known key or its key lacks the scope."""
        address = request.client.host if request.client else "local"
        if scope is None or not self.needs_key:
            return Client(address, frozenset(Scope))
        secret = _secret(request)
        key = self._known(lambda: self._keys.find(secret)) if secret else None
        if key is None:
            raise KeyMissingError(
                "this server needs a key" if not secret else "the key is not known here",
                hint="send 'Authorization: Bearer KEY'; `assay keys add NAME` makes one",
            )
        if scope not in key.scopes:
            raise ForbiddenError(
                f"the key '{key.name}' lacks the scope '{scope.value}'",
                hint=f"make one with `assay keys add NAME --scope {scope.value}`",
            )
        return Client(f"key:{key.name}", frozenset(key.scopes))


def _secret(request: HTTPConnection) -> str:
    header = request.headers.get("authorization", "")
    return header[len(_BEARER) :].strip() if header.lower().startswith(_BEARER) else ""
