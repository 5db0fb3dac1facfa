"""The web search as a whole: engines in turn, preferred domains, pages, excerpts, cache."""

from __future__ import annotations

import pytest

from assay.adapters.pages.web_pages import WebPages
from assay.adapters.search.cached import CachedPages
from assay.adapters.search.engines.searxng import Searxng
from assay.adapters.search.engines.serper import Serper
from assay.adapters.search.web import WebSearch, preferred
from assay.adapters.web.addresses import AddressPolicy
from assay.adapters.web.cache import DiskCache
from assay.adapters.web.client import WebClient
from assay.budget import Limits, limited
from assay.secret import Secret
from assay.tracing import recording
from assay.types import Hit, Kind
from tests.local_site import Reply, as_json, local_site, page

CLIENT = WebClient(AddressPolicy(loopback=True), seconds=20)
ARTICLE = (
    "<html><title>{0}</title><body><p>The {0} was built in 1871 by the town.</p></body></html>"
)


@pytest.fixture
def site():
    with local_site() as running:
        yield running


def serve(site, *names, engine="/serper"):
    rows = [{"link": f"{site.url}/{n}", "title": n, "snippet": f"About {n}."} for n in names]
    site.routes[engine] = as_json({"organic": rows, "results": rows})
    for name in names:
        site.routes[f"/{name}"] = page(ARTICLE.format(name))


def web(site, engines=None, **more):
    engines = engines or (Serper(CLIENT, Secret("KEY"), f"{site.url}/serper"),)
    return WebSearch(engines, WebPages(CLIENT, more.get("cache"), seconds=20), **more)


def test_pages_of_the_hits_become_passages_with_address_and_title(site):
    serve(site, "lighthouse", "harbour")
    found = web(site).search("lighthouse, built")
    assert [p.source for p in found.passages] == [f"{site.url}/lighthouse", f"{site.url}/harbour"]
    assert found.passages[0].title == "lighthouse" and "1871" in found.passages[0].text
    assert {p.kind for p in found.passages} == {Kind.EXTERNAL}
    assert found.notes == ("searched the web with serper",)


def test_only_the_query_is_sent(site):
    serve(site, "lighthouse")
    web(site).search("lighthouse, built")
    sent = next(asked for asked in site.asked if asked.path == "/serper")
    assert sent.json == {"q": "lighthouse, built", "num": 10}
    assert all(
        not asked.body and not asked.query for asked in site.asked if asked.path != "/serper"
    )
    assert all(
        "referer" not in asked.headers and "cookie" not in asked.headers for asked in site.asked
    )


def test_the_best_five_are_read_and_preferred_domains_come_first():
    hits = tuple(
        Hit(url)
        for url in (
            "https://blog.example/a",
            "https://en.wikipedia.org/wiki/B",
            "https://notwikipedia.org/c",
            "https://gov.example/d",
            "https://wikipedia.org.evil.example/e",
        )
    )
    order = [hit.url for hit in preferred(hits, ("gov.example", "wikipedia.org"))]
    assert order[:2] == ["https://gov.example/d", "https://en.wikipedia.org/wiki/B"]
    assert order[2:] == [hits[0].url, hits[2].url, hits[4].url]


def test_only_so_many_pages_are_fetched(site):
    serve(site, *"abcdefgh")
    web(site, max_pages=3).search("built")
    assert len([path for path in site.paths() if path != "/serper"]) == 3


def test_a_page_that_cannot_be_read_stands_in_by_its_excerpt(site):
    serve(site, "lighthouse", "harbour")
    site.routes["/lighthouse"] = Reply(b"", 500)
    found = web(site).search("lighthouse")
    assert found.passages[0].text == "About lighthouse."
    assert "1 page(s) stand in by the engine's excerpt only" in found.notes


def test_the_next_engine_is_asked_when_one_fails_or_finds_nothing(site):
    site.routes["/empty"] = as_json({"organic": []})
    site.routes["/serper"] = Reply(b"", 500)
    serve(site, "lighthouse", engine="/search")
    site.routes["/search"] = as_json(
        {"results": [{"url": f"{site.url}/lighthouse", "title": "x", "content": ""}]}
    )
    engines = (
        Serper(CLIENT, Secret("KEY"), f"{site.url}/serper"),
        Serper(CLIENT, Secret("KEY"), f"{site.url}/empty"),
        Searxng(CLIENT, site.url),
    )
    found = web(site, engines).search("lighthouse")
    assert len(found.passages) == 1
    assert found.notes == (
        "web search with serper failed: serper answered 500",
        "serper found nothing for 'lighthouse'",
        "searched the web with searxng",
    )


def test_an_engine_that_asked_to_wait_is_left_alone(site):
    site.routes["/serper"] = Reply(b"", 429, headers={"retry-after": "60"})
    search = web(site)
    assert "wait 60 s" in search.search("one").notes[0]
    assert "left alone" in search.search("two").notes[0]
    assert site.paths() == ["/serper"]


def test_each_request_to_an_engine_is_taken_from_the_budget(site):
    serve(site, "lighthouse")
    with limited(Limits(searches=1)) as budget:
        assert web(site).search("one").passages
        assert budget.spent["searches"] == 1
        found = web(site).search("two")
    assert found.passages == () and "budget for searches is spent" in found.notes[0]


def test_results_are_kept_and_not_asked_for_twice(site, tmp_path):
    cache = DiskCache(tmp_path / "cache.db")
    serve(site, "lighthouse")
    first = web(site, cache=cache).search("lighthouse")
    asked = len(site.asked)
    assert web(site, cache=cache).search("lighthouse").passages == first.passages
    assert len(site.asked) == asked == 2


def test_cached_pages_answer_when_the_web_is_gone(site, tmp_path):
    cache = DiskCache(tmp_path / "cache.db")
    serve(site, "lighthouse", "harbour")
    web(site, cache=cache).search("lighthouse")
    found = CachedPages(cache).search("harbour, built")
    assert found.passages[0].title == "harbour"
    assert found.notes == ("used 2 cached page(s)",)
    assert CachedPages(cache).search("zebra").notes == ("no cached page fits the query",)
    assert CachedPages(cache).search('"').passages == ()


def test_every_transition_is_in_the_trace(site):
    site.routes["/serper"] = Reply(b"", 500)
    with recording() as record:
        web(site).search("lighthouse")
    steps = {step.name: step.facts for step in record.steps}
    assert "answered 500" in steps["find"]["error"]
    assert steps["web"]["notes"] == ["web search with serper failed: serper answered 500"]


def test_a_query_is_one_short_line_or_not_sent_at_all(site):
    serve(site, "lighthouse")
    web(site).search("light\u200bhouse\n\x00 " + "very " * 200)
    (sent,) = [asked.json["q"] for asked in site.asked if asked.path == "/serper"]
    assert sent.startswith("lighthouse very ") and len(sent) <= 400
    assert web(site).search(" \u200b\n").notes == ("there is nothing to search for",)
    assert len([path for path in site.paths() if path == "/serper"]) == 1
