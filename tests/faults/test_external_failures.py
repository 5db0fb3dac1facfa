"""Everything that can go wrong outside: a note, the next step down, and an end in time."""

from __future__ import annotations

import socket
import threading
import time

import pytest

from assay.adapters.pages.web_pages import WebPages
from assay.adapters.rewriters.keyword import KeywordRewriter
from assay.adapters.search.cached import CachedPages
from assay.adapters.search.engines.serper import Serper
from assay.adapters.search.fallback import FallbackSearch
from assay.adapters.search.web import WebSearch
from assay.adapters.search.zim import Zim
from assay.adapters.search.zim_file import Article, write_zim
from assay.adapters.web.addresses import AddressPolicy
from assay.adapters.web.cache import DiskCache
from assay.adapters.web.client import WebClient
from assay.budget import Limits
from assay.engine import Engine
from assay.secret import Secret
from assay.steps.correct.refine import StripRefiner
from assay.strategies.crag import CorrectiveRetriever, Crag
from assay.testing import FakeGenerator, FakeRetriever, FakeStripScorer, make_passage
from assay.types import Kind, Page, Thresholds, Verdict
from tests.local_site import Reply, as_json, local_site, page

QUESTION = "Who kept the Mura Lighthouse?"
SENTENCE = "Anna Lund kept the lighthouse of Mura."
HERE = AddressPolicy(loopback=True)


@pytest.fixture
def site():
    with local_site() as running:
        running.routes["/article"] = page(f"<title>Mura</title><p>{SENTENCE}</p>")
        running.routes["/search"] = as_json(
            {"organic": [{"link": f"{running.url}/article", "title": "Mura", "snippet": "Mura."}]}
        )
        yield running


@pytest.fixture(scope="module")
def zim(tmp_path_factory):
    file = tmp_path_factory.mktemp("zim") / "small.zim"
    return Zim(write_zim(file, [Article("Mura Lighthouse", SENTENCE)]))


def web(site, url=None, seconds=1.0, cache=None):
    engine = Serper(WebClient(HERE, seconds=seconds), Secret("KEY"), url or f"{site.url}/search")
    reader = WebPages(WebClient(HERE, seconds=seconds), cache, seconds=seconds)
    return WebSearch((engine,), reader, cache)


def engine(search, seconds=30.0, verdict=Verdict.INCORRECT):
    inside = make_passage("Nothing of use, though the Mura harbour is named.")
    scorer = FakeStripScorer(
        {"Anna Lund": 0.9, "of use": -0.9 if verdict is Verdict.INCORRECT else 0.0}
    )
    corrective = CorrectiveRetriever(
        FakeRetriever([inside]),
        scorer,
        StripRefiner(scorer),
        KeywordRewriter(),
        search,
        Thresholds(0.5, -0.5),
    )
    return Engine(Crag(corrective, FakeGenerator()), limits=Limits(seconds=seconds))


def test_when_all_is_well_the_web_answers(site):
    answer = engine(FallbackSearch((("the web", web(site, seconds=20.0)),))).ask(QUESTION)
    assert answer.text and "Anna Lund" in answer.evidence.text
    assert {s.passage.kind for s in answer.evidence.strips} == {Kind.EXTERNAL}
    assert answer.evidence.strips[0].passage.source == f"{site.url}/article"
    assert answer.notes[-1] == "external knowledge is from the web"


FAULTS = {
    "403": Reply(b"", 403),
    "an expired key": as_json({"message": "Unauthorized."}, status=401),
    "429": Reply(b"", 429, headers={"retry-after": "120"}),
    "500": Reply(b"oops", 500),
    "invalid JSON": Reply(b"{'not': json}"),
    "no results": as_json({"organic": []}),
    "too slow": as_json({"organic": []}, delay=2.5),
}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS.keys())
def test_a_failing_engine_leads_to_the_zim_with_a_note(site, zim, fault):
    site.routes["/search"] = fault
    sources = FallbackSearch((("the web", web(site, seconds=0.5)), ("small.zim", zim)))
    answer = engine(sources).ask(QUESTION)
    assert answer.evidence.strips[0].passage.source == "zim://small.zim/Mura_Lighthouse"
    assert answer.notes[0].startswith(("web search with serper failed: ", "serper found nothing"))
    assert answer.notes[-1] == "external knowledge is from small.zim"
    assert [
        step.name for step in answer.trace if step.name in ("web", "cache", "zim", "search")
    ] == ["web", "zim", "search"]


@pytest.mark.parametrize("url", ["http://no-such-host.invalid/", "closed port"])
def test_a_dead_address_leads_to_the_zim_too(site, zim, url):
    if url == "closed port":
        with socket.create_server(("127.0.0.1", 0)) as closed:
            url = f"http://127.0.0.1:{closed.getsockname()[1]}/"
    sources = FallbackSearch((("the web", web(site, url)), ("small.zim", zim)))
    answer = engine(sources).ask(QUESTION)
    assert "cannot be reached" in answer.notes[0] or "in time" in answer.notes[0]
    assert answer.notes[-1] == "external knowledge is from small.zim"


def test_the_whole_way_down_search_cache_zim_nothing(site, zim, tmp_path):
    cache = DiskCache(tmp_path / "cache.db")
    site.routes["/search"] = Reply(b"", 500)
    order = (("the web", web(site)), ("cached pages", CachedPages(cache)), ("small.zim", zim))
    assert (
        engine(FallbackSearch(order)).ask(QUESTION).notes[-1]
        == "external knowledge is from small.zim"
    )
    cache.put("page", "{}", Page("https://example.org/mura", "Mura", SENTENCE))
    answer = engine(FallbackSearch(order)).ask(QUESTION)
    assert answer.notes[-1] == "external knowledge is from cached pages"
    assert answer.evidence.strips[0].passage.source == "https://example.org/mura"
    nothing = engine(FallbackSearch(order[:1])).ask(QUESTION)
    assert nothing.abstained and "no external source had anything" in nothing.notes


def test_internal_evidence_with_a_note_when_doubtful_and_nothing_is_outside(site):
    site.routes["/search"] = Reply(b"", 500)
    answer = engine(FallbackSearch((("the web", web(site)),)), verdict=Verdict.AMBIGUOUS).ask(
        QUESTION
    )
    assert answer.verdict is Verdict.AMBIGUOUS and not answer.abstained
    assert {s.passage.kind for s in answer.evidence.strips} == {Kind.INTERNAL}
    assert "no external source had anything" in answer.notes


def test_pages_that_all_fail_leave_the_excerpts(site):
    site.routes["/article"] = Reply(b"", 503)
    row = {"link": f"{site.url}/article", "title": "Mura", "snippet": SENTENCE}
    site.routes["/search"] = as_json({"organic": [row]})
    answer = engine(FallbackSearch((("the web", web(site, seconds=20.0)),))).ask(QUESTION)
    assert answer.evidence.text == SENTENCE
    assert any("excerpt only" in note for note in answer.notes)


@pytest.mark.parametrize("slow", ["/search", "/article"])
def test_a_server_that_never_answers_does_not_outlast_the_budget(site, slow):
    """Bounded waiting, not speed: the server would hold the run for a minute."""
    held = threading.Event()

    def hold(asked):
        held.wait(60)
        return Reply(b"")

    site.routes[slow] = hold
    began = time.monotonic()
    answer = engine(FallbackSearch((("the web", web(site, seconds=60)),)), seconds=2).ask(QUESTION)
    took = time.monotonic() - began
    held.set()
    assert took < 30, "the run waited for a server that never answers"
    assert answer.notes


def test_a_spent_search_budget_still_reaches_the_zim(site, zim):
    sources = FallbackSearch((("the web", web(site)), ("small.zim", zim)))
    run = engine(sources)
    run = Engine(run.strategy, limits=Limits(searches=0))
    answer = run.ask(QUESTION)
    assert "budget for searches is spent" in answer.notes[0]
    assert answer.notes[-1] == "external knowledge is from small.zim"
    assert site.asked == []
