from __future__ import annotations

import pytest

from assay.ports import SearchEngine
from assay.testing import FakeSearchEngine
from assay.types import Hit
from tests.contracts.hostile import TEXTS

SUBJECTS = [
    pytest.param(
        lambda folder: FakeSearchEngine([Hit("https://example.org/list", "List")]),
        id="FakeSearchEngine",
    ),
]


@pytest.fixture(params=SUBJECTS)
def engine(request, tmp_path):
    return request.param(tmp_path)


def test_it_fits_the_port(engine):
    assert isinstance(engine, SearchEngine)


def test_hits_have_web_addresses_each_once(engine):
    hits = engine.find("list")
    assert isinstance(hits, tuple)
    assert all(hit.url.startswith(("http://", "https://")) for hit in hits)
    assert len({hit.url for hit in hits}) == len(hits)


@pytest.mark.parametrize("query", TEXTS.values(), ids=TEXTS.keys())
def test_no_query_breaks_it(engine, query):
    assert isinstance(engine.find(query), tuple)
