"""Whether a name can be one of a machine, before a client stumbles over it."""

from __future__ import annotations

MAX_NAME = 253


def is_host_name(host: str) -> bool:
    """True for an address, and for a name whose parts are neither empty nor longer than 63."""
    if ":" in host:  # IPv6
        return True
    if not host or len(host) > MAX_NAME:
        return False
    try:
        host.encode("idna")  # what the system's own lookup does with it
    except UnicodeError:
        return False
    return host.isascii() or _has_idna_name(host)


def _has_idna_name(host: str) -> bool:
    """What a client does with it: the rules of 2008 know fewer characters than those of 2003."""
    import httpx2  # noqa: PLC0415 - slow to load, and hardly ever needed

    try:
        httpx2.URL(scheme="http", host=host)
    except httpx2.InvalidURL:
        return False
    return True
