"""The seam where a socket opens: names are resolved once, checked, and then connected to.

Redirects, retries and every page go through here, so no caller has to remember a check. TLS is
left to the HTTP library, which verifies the certificate against the name, not the address.
"""

from __future__ import annotations

import queue
import socket
import ssl
import threading
from collections.abc import Iterable
from ipaddress import ip_address
from typing import Any

import httpcore2

from assay.adapters.web.addresses import Address, AddressPolicy
from assay.adapters.web.deadline import Deadline
from assay.errors import UnsafeAddressError

MAX_ADDRESSES = 4


class GuardedBackend(httpcore2.NetworkBackend):
    """Opens connections to permitted addresses only, and to exactly those it checked."""

    def __init__(self, policy: AddressPolicy, deadline: Deadline) -> None:
        """Keep what is permitted and until when."""
        self._policy = policy
        self._deadline = deadline
        self._plain = httpcore2.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore2.NetworkStream:
        """A connection to one of the checked addresses of the host."""
        addresses = resolve(host, port, self._deadline)
        for address in addresses:
            if not self._policy.permits(address):
                where = host if host == str(address) else f"{host} leads to {address}, which"
                raise UnsafeAddressError(f"{where} is not a public page")
        failure: Exception = httpcore2.ConnectError(f"{host} has no address")
        for address in addresses[:MAX_ADDRESSES]:
            try:
                stream = self._plain.connect_tcp(
                    str(address), port, _sooner(timeout, self._deadline), local_address, ()
                )
                return TimedStream(stream, self._deadline)
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout) as error:
                failure = error
        raise failure

    def connect_unix_socket(
        self, path: str, timeout: float | None = None, socket_options: Iterable[Any] | None = None
    ) -> httpcore2.NetworkStream:
        """Never: a socket in the file system has no address to check."""
        raise UnsafeAddressError("a unix socket is not a web page")


class TimedStream(httpcore2.NetworkStream):
    """A connection that ends at the deadline, however slowly bytes drip in."""

    def __init__(self, stream: httpcore2.NetworkStream, deadline: Deadline) -> None:
        """Wrap a connection."""
        self._stream = stream
        self._deadline = deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """The next bytes, or a timeout."""
        return self._stream.read(max_bytes, _sooner(timeout, self._deadline))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Send the bytes, or time out."""
        self._stream.write(buffer, _sooner(timeout, self._deadline))

    def close(self) -> None:
        """End the connection."""
        self._stream.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore2.NetworkStream:
        """The same connection, encrypted and still timed."""
        stream = self._stream.start_tls(
            ssl_context, server_hostname, _sooner(timeout, self._deadline)
        )
        return TimedStream(stream, self._deadline)

    def get_extra_info(self, info: str) -> Any:  # noqa: ANN401 - the library's own signature
        """What the library wants to know of the socket."""
        return self._stream.get_extra_info(info)


def _sooner(timeout: float | None, deadline: Deadline) -> float:
    if deadline.passed:
        raise httpcore2.ReadTimeout("the time for this page is over")
    return deadline.left if timeout is None else min(timeout, deadline.left)


def resolve(host: str, port: int, deadline: Deadline) -> tuple[Address, ...]:
    """Every address of a host; odd spellings of an address are read as the system reads them.

    The system's resolver cannot be interrupted, so it runs in a thread that is left behind
    when it takes too long.
    """
    try:
        return (ip_address(host),)
    except ValueError:
        pass  # a name, or an address in an odd spelling: the resolver decides
    answers: queue.SimpleQueue[list[Any] | Exception] = queue.SimpleQueue()

    def look_up() -> None:
        try:
            answers.put(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
        except Exception as error:  # noqa: BLE001 - handed over to the waiting thread
            answers.put(error)

    threading.Thread(target=look_up, daemon=True).start()
    try:
        answer = answers.get(timeout=deadline.left)
    except queue.Empty:
        raise httpcore2.ConnectTimeout(f"the name {host} was not resolved in time") from None
    if isinstance(answer, UnsafeAddressError):
        raise answer
    if isinstance(answer, Exception):
        raise httpcore2.ConnectError(f"the name {host} cannot be resolved") from answer
    return tuple(dict.fromkeys(ip_address(entry[4][0]) for entry in answer))
