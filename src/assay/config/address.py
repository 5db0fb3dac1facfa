"""Addresses of services, checked where they are read."""

from __future__ import annotations

from urllib.parse import urlsplit

from assay.host_name import is_host_name


def checked_address(url: str | None) -> str | None:
    """The address itself; ValueError for one that cannot be used, or that holds a password.

    It would fail deep inside a client otherwise, and the password would be recorded.
    """
    if url is None:
        return None
    if not url.isprintable() or " " in url:
        raise ValueError("an address has no blanks and no control characters")
    parts = urlsplit(url)  # a ValueError of its own where brackets do not match
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("an address looks like http://localhost:11434/v1")
    named_in_brackets = "[" in parts.netloc and ":" not in parts.hostname
    if named_in_brackets or not is_host_name(parts.hostname):
        raise ValueError("the address has no usable name of a machine")
    try:
        port = parts.port
    except ValueError:
        port = 0
    if port == 0:
        raise ValueError("the port of the address is no number from 1 to 65535")
    if parts.username is not None or parts.password is not None:
        raise ValueError("no name or password in the address: a key is set by `key_variable`")
    return url
