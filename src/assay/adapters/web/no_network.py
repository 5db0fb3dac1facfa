"""A process that cannot leave its machine, whatever code runs in it."""

from __future__ import annotations

import os
import sys
from ipaddress import ip_address
from typing import Any

from assay.errors import UnsafeAddressError

CONNECTING = ("socket.connect", "socket.sendto", "socket.sendmsg")
RESOLVING = ("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr")
SWITCHED_OFF = "the network is switched off (--no-web, or search.web = false)"
PROXIES = ("http_proxy", "https_proxy", "all_proxy", "ftp_proxy")
OFFLINE = {"HF_HUB_OFFLINE": "1", "TRANSFORMERS_OFFLINE": "1"}
_forbidden: list[bool] = []  # a hook cannot be taken away, and one is enough
HERE = ("localhost", "localhost.localdomain", "ip6-localhost")


def forbid_network() -> None:
    """Refuse every connection to another machine from now on; nothing can take this back.

    It is an audit hook of the interpreter: it sees each socket before the system does, in any
    package. Loopback stays open, for a language model that runs on this machine; a proxy there
    would lead out again, so none is used. Downloads by code that opens no Python socket are
    switched off by its own variables.
    """
    for name in [name for name in os.environ if name.lower() in PROXIES]:
        del os.environ[name]
    os.environ.update(OFFLINE)
    if not _forbidden:
        _forbidden.append(True)
        sys.addaudithook(_refuse_outgoing)


def _refuse_outgoing(event: str, args: tuple[Any, ...]) -> None:
    if event in CONNECTING and _leaves(args[-1]):
        raise UnsafeAddressError(SWITCHED_OFF)
    if event in RESOLVING and not is_here(args[0]):
        raise UnsafeAddressError(SWITCHED_OFF)


def _leaves(address: Any) -> bool:  # noqa: ANN401 - whatever the interpreter reports
    """A unix socket has no host and stays on the machine."""
    return isinstance(address, tuple) and not is_here(address[0])


def is_here(host: Any) -> bool:  # noqa: ANN401 - whatever the interpreter reports
    """True for a name or an address of this machine itself."""
    name = host.decode("ascii", "replace") if isinstance(host, bytes | bytearray) else host
    if name is None or name in HERE:
        return True
    try:
        return ip_address(str(name)).is_loopback
    except ValueError:
        return False
