"""The client against real servers that misbehave; loopback is permitted where a test says so."""

from __future__ import annotations

import gzip
import socket
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from assay.adapters.web.addresses import AddressPolicy
from assay.adapters.web.client import WebClient
from assay.adapters.web.deadline import Deadline
from assay.errors import ServiceError, UnsafeAddressError
from tests.local_site import Reply, local_site, page

HERE = AddressPolicy(loopback=True)


@pytest.fixture
def site():
    with local_site() as running:
        yield running


@contextmanager
def raw_server(talk: Callable[[socket.socket], None]) -> Iterator[str]:
    """A server that speaks whatever bytes `talk` sends."""
    listener = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        while True:
            try:
                client, _ = listener.accept()
            except OSError:
                return
            with client:
                try:
                    client.recv(65536)
                    talk(client)
                except OSError:
                    pass  # the client gave up, which is what most of these tests want

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/"
    finally:
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        thread.join(5)


def test_a_page_is_fetched_with_its_headers(site):
    site.routes["/a"] = page("<p>hello</p>")
    answer = WebClient(HERE).get(f"{site.url}/a", params={"q": "x y"})
    assert (answer.status, answer.body, answer.cut) == (200, b"<p>hello</p>", False)
    assert site.asked[0].query == {"q": "x y"}
    assert site.asked[0].headers["user-agent"].startswith("assay/")


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "localhost",  # a name that resolves to loopback
        "[::1]",
        "[::ffff:127.0.0.1]",
        "2130706433",  # decimal
        "0x7f000001",  # hexadecimal
        "0177.0.0.1",  # octal
        "127.1",  # short
        "0",
        "10.0.0.1",
        "169.254.169.254",
        "[fe80::1]",
    ],
)
def test_nothing_is_sent_to_an_address_that_is_not_public(site, host):
    port = site.url.rpartition(":")[2]
    with pytest.raises(ServiceError) as refused:
        WebClient(seconds=2).get(f"http://{host}:{port}/secret")
    assert isinstance(refused.value, UnsafeAddressError) or "resolved" in str(refused.value)
    assert site.asked == []


def test_a_redirect_to_a_private_address_is_not_followed(site):
    inside = AddressPolicy(loopback=True)
    for target in ("http://10.0.0.1/", "http://169.254.169.254/latest/meta-data/", "file:///etc"):
        site.routes["/go"] = Reply(status=302, headers={"location": target})
        with pytest.raises(UnsafeAddressError):
            WebClient(inside).get(f"{site.url}/go")


def test_redirects_are_followed_but_not_for_ever(site):
    site.routes["/one"] = Reply(status=302, headers={"location": "/two?x=1"})
    site.routes["/two"] = page("there")
    answer = WebClient(HERE).get(f"{site.url}/one")
    assert answer.body == b"there" and answer.url.endswith("/two?x=1")
    site.routes["/loop"] = Reply(status=301, headers={"location": "/loop"})
    with pytest.raises(ServiceError, match="redirects more than"):
        WebClient(HERE, max_redirects=3).get(f"{site.url}/loop")
    assert site.paths().count("/loop") == 4


def test_the_checked_address_is_the_one_connected_to(site, monkeypatch):
    """DNS rebinding: a name that changes its answer is asked only once."""
    asked: list[str] = []
    system = socket.getaddrinfo
    port = int(site.url.rpartition(":")[2])

    def changing(host, *rest, **more):
        if host != "rebind.test":
            return system(host, *rest, **more)
        asked.append(host)
        answer = "127.0.0.1" if len(asked) == 1 else "169.254.169.254"
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (answer, port))]

    monkeypatch.setattr(socket, "getaddrinfo", changing)
    site.routes["/"] = page("mine")
    answer = WebClient(HERE).get(f"http://rebind.test:{port}/")
    assert answer.body == b"mine" and asked == ["rebind.test"]
    assert site.asked[0].headers["host"] == f"rebind.test:{port}"


def test_one_private_address_among_public_ones_is_enough_to_refuse(site, monkeypatch):
    def mixed(host, *rest, **more):
        return [(socket.AF_INET, 1, 6, "", (ip, 80)) for ip in ("127.0.0.1", "10.0.0.1")]

    monkeypatch.setattr(socket, "getaddrinfo", mixed)
    with pytest.raises(UnsafeAddressError, match=r"10\.0\.0\.1"):
        WebClient(HERE).get("http://mixed.test/")
    assert site.asked == []


def test_a_name_that_does_not_resolve_is_a_service_error():
    with pytest.raises(ServiceError, match=r"cannot be resolved|not resolved"):
        WebClient(seconds=3).get("http://no-such-host.invalid/")


def test_a_resolver_that_hangs_is_left_behind(monkeypatch):
    release = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *a, **k: release.wait(20) and [])
    with pytest.raises(ServiceError, match="in time"):
        WebClient(seconds=0.2).get("http://slow-name.test/")
    release.set()


def test_a_refused_connection_is_a_service_error():
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    with pytest.raises(ServiceError, match="cannot be reached"):
        WebClient(HERE).get(f"http://127.0.0.1:{port}/")


def test_an_endless_page_is_cut():
    def endless(client):
        client.sendall(b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n")
        while True:
            client.sendall(b"<p>again and again</p>" * 500)

    with raw_server(endless) as url:
        answer = WebClient(HERE, max_bytes=50_000).get(url)
    assert answer.cut and len(answer.body) == 50_000


@pytest.mark.parametrize("encoding", ["gzip", "deflate"])
def test_a_compression_bomb_is_cut_before_it_fills_memory(site, encoding):
    pack = gzip.compress if encoding == "gzip" else zlib.compress
    bomb = pack(bytes(60_000_000), 9)
    site.routes["/bomb"] = Reply(bomb, headers={"content-encoding": encoding})
    answer = WebClient(HERE, max_bytes=100_000).get(f"{site.url}/bomb")
    assert answer.cut and len(answer.body) == 100_000


def test_an_encoding_that_was_not_asked_for_is_refused(site):
    twice = gzip.compress(gzip.compress(bytes(10_000)))
    site.routes["/b"] = Reply(twice, headers={"content-encoding": "gzip, gzip"})
    with pytest.raises(ServiceError, match="encoding"):
        WebClient(HERE).get(f"{site.url}/b")


def test_a_damaged_encoding_is_a_service_error(site):
    site.routes["/b"] = Reply(b"this is not gzip", headers={"content-encoding": "gzip"})
    with pytest.raises(ServiceError, match="broke off"):
        WebClient(HERE).get(f"{site.url}/b")


@pytest.mark.parametrize("where", ["headers", "body", "silence"])
def test_a_server_that_drips_is_given_up_at_the_deadline(where):
    def drip(client):
        if where == "silence":
            time.sleep(1)
        if where == "body":
            client.sendall(b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n")
        for _ in range(100):
            client.sendall(b"x" if where == "body" else b"H")
            time.sleep(0.05)

    with raw_server(drip) as url, pytest.raises(ServiceError, match="in time"):
        WebClient(HERE, seconds=0.4).get(url)


def test_an_earlier_deadline_wins_over_the_client_s_own():
    with raw_server(lambda client: time.sleep(1)) as url, pytest.raises(ServiceError):
        WebClient(HERE, seconds=60).get(url, deadline=Deadline.within(0.2))


@pytest.mark.parametrize(
    "bytes_sent",
    [b"", b"\x00\xff garbage\r\n\r\n", b"HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\nx"],
)
def test_a_server_that_speaks_nonsense_is_a_service_error(bytes_sent):
    speak = raw_server(lambda client: client.sendall(bytes_sent))
    with speak as url, pytest.raises(ServiceError, match="broke off"):
        WebClient(HERE).get(url)


def test_a_key_in_the_query_never_reaches_a_message(site):
    site.routes["/loop"] = Reply(status=302, headers={"location": "/loop"})
    with pytest.raises(ServiceError) as failed:
        WebClient(HERE).get(f"{site.url}/loop", params={"key": "TOPSECRET"})
    assert "TOPSECRET" not in str(failed.value)


def test_a_redirect_to_another_host_does_not_carry_our_headers(site):
    port = site.url.rpartition(":")[2]
    site.routes["/go"] = Reply(status=302, headers={"location": f"http://localhost:{port}/end"})
    site.routes["/end"] = page("end")
    WebClient(HERE).get(f"{site.url}/go", headers={"x-key": "secret"})
    assert site.asked[0].headers["x-key"] == "secret"
    assert "x-key" not in site.asked[1].headers
