from __future__ import annotations

import pytest

from assay.adapters.search.nowhere import Nowhere
from assay.ports import KnowledgeSearch
from assay.testing import FakeKnowledgeSearch, make_passage
from assay.types import Findings, Kind
from tests.contracts.hostile import TEXTS

OUTSIDE = make_passage("A list is a sequence.", kind=Kind.EXTERNAL)

SUBJECTS = [
    pytest.param(lambda folder: FakeKnowledgeSearch([OUTSIDE]), id="FakeKnowledgeSearch"),
    pytest.param(lambda folder: Nowhere(), id="Nowhere"),
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
