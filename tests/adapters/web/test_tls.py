"""TLS with a checked address: the certificate is held against the name, as it must be."""

from __future__ import annotations

import shutil
import socket
import ssl
import subprocess
import threading
from pathlib import Path

import pytest

from assay.adapters.web.addresses import AddressPolicy
from assay.adapters.web.client import WebClient
from assay.errors import ServiceError

OPENSSL = shutil.which("openssl")
pytestmark = pytest.mark.skipif(OPENSSL is None, reason="openssl makes the certificate")
HERE = AddressPolicy(loopback=True)


@pytest.fixture(scope="module")
def pem(tmp_path_factory) -> Path:
    """A certificate for "localhost" that vouches for itself, with its key."""
    file = tmp_path_factory.mktemp("tls") / "localhost.pem"
    make = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2"
    names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    usage = ["-addext", "keyUsage=critical,digitalSignature,keyCertSign"]
    out = ["-keyout", str(file), "-out", str(file) + ".cert"]
    subprocess.run(
        [str(OPENSSL), *make.split(), *names, *usage, *out], check=True, stderr=subprocess.DEVNULL
    )
    file.write_text(file.read_text() + Path(f"{file}.cert").read_text())
    return file


@pytest.fixture
def port(pem):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(pem)
    listener = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        while True:
            try:
                client, _ = listener.accept()
            except OSError:
                return
            with client:
                try:
                    with context.wrap_socket(client, server_side=True) as secure:
                        secure.recv(65536)
                        secure.sendall(b"HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nsecret")
                except OSError:
                    pass  # a client that does not trust us leaves during the handshake

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    yield listener.getsockname()[1]
    listener.shutdown(socket.SHUT_RDWR)
    listener.close()
    thread.join(5)


@pytest.fixture
def trusting(pem) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(pem))


def test_a_trusted_certificate_for_the_name_is_accepted(port, trusting):
    answer = WebClient(HERE, tls=trusting).get(f"https://localhost:{port}/")
    assert answer.body == b"secret"


def test_a_certificate_for_another_name_is_refused(port, trusting):
    with pytest.raises(ServiceError, match=r"(?i)certificate"):
        WebClient(HERE, tls=trusting).get(f"https://127.0.0.1:{port}/")


def test_a_certificate_that_nobody_vouches_for_is_refused(port):
    with pytest.raises(ServiceError, match=r"(?i)certificate"):
        WebClient(HERE).get(f"https://localhost:{port}/")
