"""The page reader against a real server; loopback is permitted here, and only here."""

from __future__ import annotations

import re

import pytest

from assay.adapters.pages.web_pages import WebPages
from assay.adapters.web.addresses import AddressPolicy
from assay.adapters.web.cache import DiskCache
from assay.adapters.web.client import WebClient
from tests.local_site import Reply, local_site, page

CLIENT = WebClient(AddressPolicy(loopback=True), seconds=2)
TEXT = "<html><title>{0}</title><body><p>This page is about {0}, and only that.</p></body></html>"


@pytest.fixture
def site():
    with local_site() as running:
        for name in ("tea", "oil"):
            running.routes[f"/{name}"] = page(TEXT.format(name))
        yield running


def test_pages_come_back_in_the_order_asked_and_each_once(site):
    site.routes["/tea"] = page(TEXT.format("tea"), delay=0.2)
    urls = [f"{site.url}/tea", f"{site.url}/oil", f"{site.url}/tea"]
    reading = WebPages(CLIENT).read(urls)
    assert [p.title for p in reading.pages] == ["tea", "oil"] and reading.notes == ()
    assert sorted(site.paths()) == ["/oil", "/tea"]


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        (Reply(b"gone", 404), "answered 404"),
        (Reply(b"no", 403), "answered 403"),
        (Reply(b"%PDF-1.7", type="application/pdf"), "not a text page"),
        (Reply(b"\x89PNG", type="image/png"), "not a text page"),
        (Reply(b"<html></html>"), "no readable text"),
        (Reply(b"slow", delay=3), "in time|too slow"),
        (Reply(status=302, headers={"location": "http://10.0.0.1/"}), "not a public page"),
    ],
)
def test_a_page_that_cannot_be_read_is_left_out_with_a_note(site, reply, why):
    site.routes["/bad"] = reply
    reading = WebPages(CLIENT, seconds=0.7).read([f"{site.url}/bad", f"{site.url}/oil"])
    assert [p.title for p in reading.pages] == ["oil"]
    (note,) = reading.notes
    assert re.search(why, note) and "127.0.0.1 was not read" in note


def test_addresses_that_are_not_public_are_never_asked(site):
    reading = WebPages(WebClient()).read(
        [f"{site.url}/tea", "http://localhost:1/", "file:///x", ""]
    )
    assert reading.pages == () and len(reading.notes) == 4 and site.asked == []


def test_a_page_is_fetched_once_and_then_comes_from_the_cache(site, tmp_path):
    clock = [1000.0]
    cache = DiskCache(tmp_path / "cache.db", max_age=60, clock=lambda: clock[0])
    reader = WebPages(CLIENT, cache)
    first = reader.read([f"{site.url}/tea"])
    assert reader.read([f"{site.url}/tea"]) == first and site.paths() == ["/tea"]
    clock[0] += 61
    assert reader.read([f"{site.url}/tea"]) == first and site.paths() == ["/tea", "/tea"]


def test_a_cache_that_cannot_be_used_is_reported_and_does_no_harm(site, tmp_path):
    (tmp_path / "file").write_text("in the way")
    reading = WebPages(CLIENT, DiskCache(tmp_path / "file" / "c.db")).read([f"{site.url}/tea"])
    assert [p.title for p in reading.pages] == ["tea"]
    assert any("cache" in note for note in reading.notes)


def test_at_most_twenty_pages_are_read(site):
    urls = [f"{site.url}/tea?{i}" for i in range(30)]
    assert len(WebPages(CLIENT).read(urls).pages) == 20
