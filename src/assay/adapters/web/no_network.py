"""A process that cannot leave its machine, whatever code runs in it."""

from __future__ import annotations

import sys
from ipaddress import ip_address
from typing import Any

from assay.errors import UnsafeAddressError

CONNECTING = ("socket.connect", "socket.sendto", "socket.sendmsg")
RESOLVING = ("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr")
HERE = ("localhost", "localhost.localdomain", "ip6-localhost")


def forbid_network() -> None:
    """Refuse every connection to another machine from now on; nothing can take this back.

    It is an audit hook of the interpreter: it sees each socket before the system does, in any
    package. Loopback stays open, for a language model that runs on this machine.
    """
    sys.addaudithook(_refuse_outgoing)


def _refuse_outgoing(event: str, args: tuple[Any, ...]) -> None:
    if event in CONNECTING and _leaves(args[-1]):
        raise UnsafeAddressError("the network is switched off (--no-web)")
    if event in RESOLVING and not _is_here(args[0]):
        raise UnsafeAddressError("the network is switched off (--no-web)")


def _leaves(address: Any) -> bool:  # noqa: ANN401 - whatever the interpreter reports
    """A unix socket has no host and stays on the machine."""
    return isinstance(address, tuple) and not _is_here(address[0])


def _is_here(host: Any) -> bool:  # noqa: ANN401 - whatever the interpreter reports
    name = host.decode("ascii", "replace") if isinstance(host, bytes | bytearray) else host
    if name is None or name in HERE:
        return True
    try:
        return ip_address(str(name)).is_loopback
    except ValueError:
        return False
