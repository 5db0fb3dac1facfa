"""`s3://bucket/path` as the address of an index, with credentials from the environment."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from assay.errors import InputError, SettingsError
from assay.secret import Secret

_BUCKET = re.compile(r"[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]")
_SCHEME = "s3:"
KEY_ID, KEY, TOKEN = "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"
ENDPOINTS = ("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL")
REGIONS = ("AWS_REGION", "AWS_DEFAULT_REGION")
CONNECT_SECONDS, REQUEST_SECONDS, RETRY_SECONDS, RETRIES = 5, 30, 10, 2


@dataclass(frozen=True, slots=True)
class S3Address:
    """A bucket and the prefix in it under which an index lies."""

    bucket: str
    prefix: str

    def __str__(self) -> str:
        return f"s3://{self.bucket}/{self.prefix}"


def s3_address(folder: Path) -> S3Address | None:
    """The address that a path stands for, or None for a folder of this machine.

    Settings hold the place of an index as a path, which keeps one slash of `s3://bucket/path`.
    """
    scheme, *rest = folder.parts or ("",)
    if scheme != _SCHEME:
        return None
    bucket, prefix = (rest[0] if rest else ""), "/".join(rest[1:])
    if not _BUCKET.fullmatch(bucket) or not prefix or ".." in rest or not prefix.isprintable():
        raise InputError(
            f"'{shown(folder)}' is no place for an index", hint="name it s3://BUCKET/PATH"
        )
    return S3Address(bucket, prefix)


def shown(folder: Path) -> str:
    """The place as its user writes it."""
    text = str(folder)
    return f"s3://{text.removeprefix('s3:/')}" if text.startswith("s3:/") else text


@dataclass(frozen=True, slots=True)
class S3Access:
    """Keys, region and server for object storage; keys never print."""

    key_id: Secret
    key: Secret
    token: Secret
    region: str
    endpoint: str

    def lance_options(self) -> dict[str, str]:
        """What Lance is told, with limits on its patience."""
        options = {
            "access_key_id": self.key_id.reveal(),
            "secret_access_key": self.key.reveal(),
            "region": self.region,
            "connect_timeout": f"{CONNECT_SECONDS}s",
            "timeout": f"{REQUEST_SECONDS}s",
            "client_max_retries": str(RETRIES),
            "client_retry_timeout": str(RETRY_SECONDS),
        }
        if self.token:
            options["session_token"] = self.token.reveal()
        if self.endpoint:
            options["endpoint"] = self.endpoint
            options["allow_http"] = str(self.endpoint.startswith("http://")).lower()
        return options


def s3_access(environment: Mapping[str, str] = os.environ) -> S3Access:
    """Keys, region and endpoint from the environment; an error names a missing or bad variable."""
    for name in (KEY_ID, KEY):
        if not environment.get(name, "").strip():
            raise SettingsError(
                f"the variable {name} is not set, and an index on object storage needs it",
                hint=f"set {KEY_ID} and {KEY} (docs/guides/object-storage.md)",
            )
    endpoint = _first(environment, ENDPOINTS)
    if endpoint and not endpoint.startswith(("http://", "https://")):
        raise SettingsError(
            f"{ENDPOINTS[1]} must begin with http:// or https://",
            hint="such as https://s3.example.org",
        )
    return S3Access(
        _key(environment, KEY_ID),
        _key(environment, KEY),
        _key(environment, TOKEN),
        _first(environment, REGIONS) or "us-east-1",
        endpoint.rstrip("/"),
    )


def _first(environment: Mapping[str, str], names: tuple[str, ...]) -> str:
    return next((value for name in names if (value := environment.get(name, "").strip())), "")


def _key(environment: Mapping[str, str], name: str) -> Secret:
    try:
        return Secret(environment.get(name, ""))
    except ValueError as error:
        raise SettingsError(
            f"the variable {name} holds no usable key: {error}", hint="copy the key again"
        ) from error


def located(path: Path) -> tuple[str, dict[str, str] | None]:
    """The place of a table as Lance takes it, and the storage options, None for one on disk."""
    address = s3_address(path)
    return (str(path), None) if address is None else (str(address), s3_access().lance_options())
