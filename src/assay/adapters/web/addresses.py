"""Where assay may connect: which URLs are well formed, and which addresses are public."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_network

import httpx2

from assay.errors import UnsafeAddressError
from assay.host_name import is_host_name

Address = IPv4Address | IPv6Address

MAX_URL = 2_000
MAX_SHOWN = 60
FREE_PORTS = range(1024, 65_536)
WEB_PORTS = (80, 443)
# Cloud metadata on addresses that some Python versions or the registries count as public.
METADATA = (ip_network("168.63.129.16/32"), ip_network("192.0.0.0/24"))
NAT64 = IPv6Network("64:ff9b::/96")
IPV4_COMPATIBLE = IPv6Network("::/96")


@dataclass(frozen=True, slots=True)
class Origin:
    """Scheme, host and port: whom a key is meant for."""

    scheme: str
    host: str
    port: int


def origin_of(url: httpx2.URL) -> Origin:
    """Whom a request to the URL speaks to, the usual port spelt out."""
    port = url.port if url.port is not None else {"https": 443}.get(url.scheme, 80)
    return Origin(url.scheme, url.host.lower().rstrip("."), port)


@dataclass(frozen=True, slots=True)
class AddressPolicy:
    """Which addresses may be reached: public ones and those explicitly permitted.

    `own` is an origin that the user has named: it, and nothing else, may also be on this machine
    or in its network. Link-local, multicast, reserved and metadata addresses are never permitted.
    """

    loopback: bool = False
    private: bool = False
    own: Origin | None = None

    def towards(self, url: httpx2.URL) -> AddressPolicy:
        """The policy for one request: wider only when it goes to the user's own origin."""
        here = self.own is not None and origin_of(url) == self.own
        return AddressPolicy(self.loopback or here, self.private or here)

    def permits(self, address: Address) -> bool:
        """True when a connection to the address is allowed."""
        address = unwrapped(address)
        if any(address in network for network in METADATA):
            return False
        if address.is_link_local or address.is_multicast:
            return False
        if address.is_loopback:
            return self.loopback
        if address.is_unspecified or address.is_reserved:
            return False
        return address.is_global or (self.private and address.is_private)


def unwrapped(address: Address) -> Address:
    """The IPv4 address inside an IPv6 one that only wraps it, or the address itself."""
    if isinstance(address, IPv4Address):
        return address
    if address.ipv4_mapped is not None:
        return address.ipv4_mapped
    if address.sixtofour is not None:
        return address.sixtofour
    if address.teredo is not None:
        return address.teredo[1]
    low = IPv4Address(int(address) & 0xFFFFFFFF)
    if address in NAT64 or (address in IPV4_COMPATIBLE and int(address) > 1):
        return low
    return address


def checked_url(url: str) -> httpx2.URL:
    """The parsed URL, or an error when it is not a plain http(s) address of a page."""
    if len(url) > MAX_URL or any(ord(c) <= ord(" ") or ord(c) == 0x7F for c in url):  # noqa: PLR2004 - DEL
        raise UnsafeAddressError("a URL is too long or holds blanks or control characters")
    try:
        parsed = httpx2.URL(url)
        host, port = parsed.host, parsed.port
    except (httpx2.InvalidURL, ValueError, TypeError) as error:
        raise UnsafeAddressError(f"a URL cannot be understood: {error}") from error
    if parsed.scheme not in ("http", "https") or not host:
        raise UnsafeAddressError(f"only http and https pages are read, not '{parsed.scheme}:'")
    if not is_host_name(parsed.raw_host.decode("ascii", "replace")):
        raise UnsafeAddressError(f"'{host[:MAX_SHOWN]}' cannot be the name of a machine")
    if parsed.userinfo:
        raise UnsafeAddressError(f"a URL for {host} carries a user name or password")
    if port is not None and port not in WEB_PORTS and port not in FREE_PORTS:
        raise UnsafeAddressError(f"port {port} of {host} is not a web port")
    return parsed
