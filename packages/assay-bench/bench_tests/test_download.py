from __future__ import annotations

import hashlib

import pytest

from assay.errors import InputError, ServiceError
from assay_bench.download import download
from tests.local_site import Reply, local_site

BODY = b'{"question": "Where?", "answers": ["here"]}\n'
SUM = hashlib.sha256(BODY).hexdigest()


def test_a_file_is_fetched_once_and_checked(tmp_path):
    with local_site() as site:
        site.routes["/set/my data.jsonl"] = Reply(BODY)
        site.routes["/set/my%20data.jsonl"] = Reply(BODY)
        url = f"{site.url}/set/my%20data.jsonl"
        place = download(url, SUM.upper(), cache=tmp_path, loopback=True)
        assert place.read_bytes() == BODY
        assert place.name == "my_data.jsonl"
        assert download(url, SUM, cache=tmp_path, loopback=True) == place
        assert len(site.asked) == 1
        place.write_bytes(b"changed on disk")
        assert download(url, SUM, cache=tmp_path, loopback=True).read_bytes() == BODY


def test_another_checksum_keeps_nothing(tmp_path):
    with local_site() as site:
        site.routes["/x"] = Reply(BODY)
        with pytest.raises(InputError, match=f"has the checksum {SUM}"):
            download(f"{site.url}/x", "0" * 64, cache=tmp_path, loopback=True)
        with pytest.raises(ServiceError, match="answered 404"):
            download(f"{site.url}/y", SUM, cache=tmp_path, loopback=True)
    assert not list(tmp_path.rglob("*"))


def test_private_addresses_and_odd_checksums_are_refused(tmp_path):
    with pytest.raises(ServiceError):
        download("http://127.0.0.1:9/x", SUM, cache=tmp_path)
    with pytest.raises(InputError, match="not a SHA-256"):
        download("https://a.example/x", "../../etc", cache=tmp_path)
