from __future__ import annotations

import pytest

from assay.adapters.search.cached import CachedPages
from assay.adapters.search.fallback import FallbackSearch
from assay.adapters.search.null_search import NullSearch
from assay.adapters.search.recorded import Recorded
from assay.adapters.search.second_index import SecondIndex
from assay.adapters.search.web import WebSearch
from assay.adapters.search.zim import Zim
from assay.adapters.search.zim_file import Article, write_zim
from assay.adapters.web.cache import DiskCache
from assay.ports import KnowledgeSearch
from assay.testing import (
    FakeKnowledgeSearch,
    FakePageReader,
    FakeRetriever,
    FakeSearchEngine,
    make_passage,
)
from assay.types import Findings, Hit, Kind, Page
from tests.contracts.hostile import TEXTS

OUTSIDE = make_passage("A list is a sequence.", kind=Kind.EXTERNAL)
LIST = Page("https://example.org/list", "List", "A list is a sequence of things.")


def cached(folder):
    cache = DiskCache(folder / "cache.db")
    cache.put("page", "{}", LIST)
    return CachedPages(cache)


SUBJECTS = [
    pytest.param(lambda folder: FakeKnowledgeSearch([OUTSIDE]), id="FakeKnowledgeSearch"),
    pytest.param(lambda folder: NullSearch(), id="NullSearch"),
    pytest.param(lambda folder: FallbackSearch((("nowhere", NullSearch()),)), id="FallbackSearch"),
    pytest.param(lambda folder: Recorded((LIST,)), id="Recorded"),
    pytest.param(lambda folder: SecondIndex(FakeRetriever([OUTSIDE])), id="SecondIndex"),
    pytest.param(cached, id="CachedPages"),
    pytest.param(
        lambda folder: WebSearch((FakeSearchEngine([Hit(LIST.url)]),), FakePageReader([LIST])),
        id="WebSearch",
    ),
    pytest.param(
        lambda folder: Zim(write_zim(folder / "a.zim", [Article("List", LIST.text)])), id="Zim"
    ),
]


@pytest.fixture(params=SUBJECTS)
def search(request, tmp_path):
    return request.param(tmp_path)


def test_it_fits_the_port(search):
    assert isinstance(search, KnowledgeSearch)


def test_what_it_finds_is_external_and_has_a_source_and_an_id_of_its_own(search):
    found = search.search("list")
    assert all(p.kind is Kind.EXTERNAL and p.source and p.text.strip() for p in found.passages)
    assert len({p.id for p in found.passages}) == len(found.passages)


def test_finding_nothing_comes_with_a_note(search):
    found = search.search("list")
    assert found.passages or found.notes


@pytest.mark.parametrize("query", TEXTS.values(), ids=TEXTS.keys())
def test_no_query_breaks_it(search, query):
    assert isinstance(search.search(query), Findings)
