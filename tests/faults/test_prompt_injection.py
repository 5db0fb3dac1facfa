"""Hostile pages change only the evidence: not the steps, the query, the URLs or the sources."""

from __future__ import annotations

import re
from html import escape

import pytest

from assay.adapters.generators.chat import ChatGenerator
from assay.adapters.pages.web_pages import WebPages
from assay.adapters.rewriters.keyword import KeywordRewriter
from assay.adapters.search.engines.serper import Serper
from assay.adapters.search.fallback import FallbackSearch
from assay.adapters.search.web import WebSearch
from assay.adapters.web.addresses import AddressPolicy
from assay.adapters.web.client import WebClient
from assay.engine import Engine
from assay.secret import Secret
from assay.steps.correct.refine import StripRefiner
from assay.strategies.crag import CorrectiveRetriever, Crag
from assay.testing import FakeChatModel, FakeGenerator, FakeRetriever, FakeStripScorer
from assay.text.sanitise import visible
from assay.types import Thresholds
from tests.faults.injections import INJECTIONS
from tests.local_site import as_json, local_site

QUESTION = "Who kept the Mura Lighthouse?"
TRUTH = "Anna Lund kept the lighthouse of Mura."
CLIENT = WebClient(AddressPolicy(loopback=True), seconds=5)
MARKS = re.compile(
    r"<\|.*?\|>|\[/?INST\]|<<|>>|```|</?(?:system|tool|function|s)>|\[(?:Relevant|Utility:\d)\]"
    r"|^\s*(?:system|assistant|user)\s*:",
    re.IGNORECASE | re.MULTILINE,
)


@pytest.fixture(scope="module")
def site():
    with local_site() as running:
        yield running


def serve(site, injected: str) -> None:
    """One page with the truth; the injection stands in its text, title, snippet and markup."""
    shown = f"<p>{escape(injected)}</p>"
    raw = f"<p>{injected}</p>"
    hidden = f"<p style='display:none'>HIDDEN {escape(injected)}</p><!-- {injected} -->"
    page = f"<title>Mura {escape(injected)}</title><p>{TRUTH}</p>{shown}{hidden}{raw}"
    row = {"link": f"{site.url}/article", "title": f"Mura {injected}", "snippet": injected}
    site.asked.clear()
    site.routes["/article"] = lambda asked: _html(page)
    site.routes["/search"] = as_json({"organic": [row]})


def _html(page: str):
    from tests.local_site import Reply

    return Reply(page.encode("utf-8", "replace"))


def ask(site, generator):
    scorer = FakeStripScorer({"Anna Lund": 0.9}, otherwise=0.4)  # the injection passes, too
    search = WebSearch((Serper(CLIENT, Secret("KEY"), f"{site.url}/search"),), WebPages(CLIENT))
    corrective = CorrectiveRetriever(
        FakeRetriever(),
        scorer,
        StripRefiner(scorer),
        KeywordRewriter(),
        FallbackSearch((("the web", search),)),
        Thresholds(0.5, 0.45),
    )
    answer = Engine(Crag(corrective, generator)).ask(QUESTION)
    requests = [(asked.method, asked.path, asked.body) for asked in site.asked]
    return answer, requests


@pytest.mark.parametrize("injected", INJECTIONS.values(), ids=INJECTIONS.keys())
def test_an_injection_changes_neither_flow_nor_query_nor_urls_nor_citations(site, injected):
    serve(site, "A harmless remark about the harbour.")
    calm, calm_requests = ask(site, FakeGenerator())
    serve(site, injected)
    answer, requests = ask(site, FakeGenerator())
    assert [step.name for step in answer.trace] == [step.name for step in calm.trace]
    assert requests == calm_requests
    assert answer.verdict is calm.verdict and answer.notes == calm.notes
    assert [c.source for c in answer.citations] == [f"{site.url}/article"]
    assert {s.passage.source for s in answer.evidence.strips} == {f"{site.url}/article"}
    assert TRUTH in answer.evidence.text and "HIDDEN" not in answer.evidence.text


@pytest.mark.parametrize("injected", INJECTIONS.values(), ids=INJECTIONS.keys())
def test_what_reaches_a_language_model_is_fenced_and_neutral(site, injected):
    serve(site, injected)
    model = FakeChatModel(["Anna Lund kept the lighthouse of Mura. [1]"])
    answer, _ = ask(site, ChatGenerator(model))
    (prompt,) = model.calls
    assert prompt.count("<evidence>") == prompt.count("</evidence>") == 1
    before, _, rest = prompt.partition("<evidence>")
    inside, _, after = rest.partition("</evidence>")
    assert "PWNED" not in before + after and "Anna Lund" in inside
    assert not MARKS.search(inside), MARKS.search(inside)
    assert visible(inside) == inside and "HIDDEN" not in inside
    assert {c.source for c in answer.citations} <= {f"{site.url}/article"}


def test_there_are_many_kinds_of_injection():
    assert len(INJECTIONS) >= 30
