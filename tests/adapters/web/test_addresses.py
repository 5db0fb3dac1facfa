from __future__ import annotations

from ipaddress import ip_address

import pytest

from assay.adapters.web.addresses import AddressPolicy, checked_url
from assay.errors import UnsafeAddressError

REFUSED = [
    "127.0.0.1",
    "127.8.9.1",
    "0.0.0.0",
    "10.0.0.1",
    "172.16.3.4",
    "192.168.1.1",
    "100.64.0.1",  # carrier-grade NAT
    "100.100.100.200",  # a cloud's metadata
    "169.254.169.254",  # most clouds' metadata
    "168.63.129.16",  # another cloud's host agent, public by the registries
    "192.0.0.192",
    "192.0.2.1",
    "198.18.0.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "fe80::1",
    "fe80::1%1",
    "fc00::1",
    "fd00:ec2::254",
    "ff02::1",
    "2001:db8::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:169.254.169.254",
    "::127.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b::a9fe:a9fe",
    "2002:7f00:1::",
    "2002:a00:1::",
    "2001:0:4136:e378:8000:63bf:80ff:fffe",  # Teredo around 127.0.0.1
]
PUBLIC = ["8.8.8.8", "93.184.215.14", "2606:2800:21f::1", "::ffff:8.8.8.8", "64:ff9b::808:808"]


@pytest.mark.parametrize("address", REFUSED)
def test_an_address_that_is_not_public_is_refused(address):
    assert not AddressPolicy().permits(ip_address(address))


@pytest.mark.parametrize("address", PUBLIC)
def test_a_public_address_is_permitted(address):
    assert AddressPolicy().permits(ip_address(address))


def test_each_permission_opens_only_its_own_addresses():
    loopback, private = AddressPolicy(loopback=True), AddressPolicy(private=True)
    assert loopback.permits(ip_address("127.0.0.1")) and loopback.permits(ip_address("::1"))
    assert not loopback.permits(ip_address("10.0.0.1"))
    assert private.permits(ip_address("10.0.0.1")) and private.permits(ip_address("fc00::1"))
    assert not private.permits(ip_address("127.0.0.1"))


@pytest.mark.parametrize("address", ["169.254.169.254", "168.63.129.16", "fe80::1", "224.0.0.1"])
def test_no_permission_opens_metadata_or_link_local(address):
    assert not AddressPolicy(loopback=True, private=True).permits(ip_address(address))


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd",
        "ftp://example.org/a",
        "gopher://example.org/1",
        "data:text/html,hello",
        "javascript:alert(1)",
        "//example.org/a",
        "example.org",
        "",
        "http://",
        "http:///path",
        "http://user:secret@example.org/",
        "http://example.org:22/",
        "http://example.org:25/",
        "http://example.org:99999/",
        "http://example.org/a b",
        "http://example.org/\r\nHost: evil",
        "http://[::1",
        "http://example.org/" + "a" * 3_000,
    ],
)
def test_a_url_that_is_not_a_plain_web_page_is_refused(url):
    with pytest.raises(UnsafeAddressError):
        checked_url(url)


def test_plain_urls_pass():
    assert checked_url("https://example.org/a?b=c").host == "example.org"
    assert checked_url("http://example.org:8080/").port == 8080
