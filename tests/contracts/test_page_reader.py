from __future__ import annotations

import pytest

from assay.adapters.pages.web_pages import WebPages
from assay.adapters.web.cache import DiskCache
from assay.adapters.web.client import WebClient
from assay.ports import PageReader
from assay.testing import FakePageReader
from assay.types import Page

SUBJECTS = [
    pytest.param(
        lambda folder: FakePageReader([Page("http://localhost/known", "Known", "Words.")]),
        id="FakePageReader",
    ),
    pytest.param(
        lambda folder: WebPages(WebClient(seconds=1), DiskCache(folder / "cache.db"), seconds=1),
        id="WebPages",
    ),
]

ADDRESSES = [
    "http://localhost/known",
    "http://localhost/unknown",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "http://",
    "",
    "not an address",
]


@pytest.fixture(params=SUBJECTS)
def reader(request, tmp_path):
    return request.param(tmp_path)


def test_it_fits_the_port(reader):
    assert isinstance(reader, PageReader)


def test_every_address_gives_a_page_or_a_note(reader):
    reading = reader.read(ADDRESSES)
    urls = [page.url for page in reading.pages]
    assert [url for url in ADDRESSES if url in urls] == urls
    assert len(reading.pages) + len(reading.notes) >= len(ADDRESSES)


def test_only_the_web_is_read(reader):
    assert reader.read(["file:///etc/passwd", "javascript:alert(1)", ""]).pages == ()


def test_no_addresses_no_pages(reader):
    assert reader.read([]).pages == ()
