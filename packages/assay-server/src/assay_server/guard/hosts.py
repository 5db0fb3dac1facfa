"""Which names a server answers to: the defence against DNS rebinding and foreign pages."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

from assay_server.errors import ForbiddenError

_HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::\d{1,5})?")


class HostRule:
    """Accepts addresses, this machine's own names, and the names it is given.

    A rebinding attack needs a name that its owner can point elsewhere; an address in the Host
    header cannot be such a name.
    """

    def __init__(self, names: Iterable[str] = ()) -> None:
        """Add the names to those that are always accepted."""
        own = {"localhost", socket.gethostname().lower()}
        self.names = frozenset(own | {name.lower().rstrip(".") for name in names})

    def check(self, host: str, origin: str | None, fetch_site: str | None) -> None:
        """Refuse another site's name, and a request that another site's page has sent."""
        name = _name(host)
        if name is None or not (is_address(name) or name in self.names):
            raise ForbiddenError(
                f"this server does not answer to the name '{host[:80]}'",
                hint="start it with --allowed-host NAME",
            )
        foreign = origin is not None and urlsplit(origin).netloc.lower() != host.lower()
        if foreign or fetch_site == "cross-site":
            raise ForbiddenError(
                "a page of another site may not use this server",
                hint="open the server's own page, or send no Origin header",
            )


def is_address(name: str) -> bool:
    """True for an IPv4 or IPv6 address."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def is_loopback(host: str) -> bool:
    """True when only this machine can reach a server bound to `host`."""
    return host == "localhost" or (is_address(host) and ipaddress.ip_address(host).is_loopback)


def _name(host: str) -> str | None:
    found = _HOST.fullmatch(host.strip())
    return found[1].strip("[]").lower().rstrip(".") if found else None
