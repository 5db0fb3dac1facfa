from __future__ import annotations

from assay.testing import FakeKnowledgeSearch, FakeRetriever, make_passage
from assay.tracing import recording
from assay.types import Page
from assay_bench.case import Case
from assay_bench.runs.shared_retrieval import CachedRetriever, SharedRetrieval


def test_an_index_is_asked_once_for_each_query():
    inner = FakeRetriever((make_passage("a"),))
    shared = CachedRetriever(inner)
    with recording() as record:
        assert shared.retrieve("one") == shared.retrieve("one")
        shared.retrieve("two")
    assert inner.calls == ["one", "two"]
    (recalled,) = [step for step in record.steps if "saved_ms" in step.facts]
    assert (recalled.name, recalled.facts["passages"]) == ("retrieve", 1)


def test_what_a_case_brings_comes_before_index_and_world():
    index, world = FakeRetriever(()), FakeKnowledgeSearch()
    shared = SharedRetrieval(index, world)
    own = Case("1", "Q?", internal=(make_passage("own"),), external=(Page("u", "", "A page."),))
    given = shared.given(own)
    assert [p.text for p in given.retriever.retrieve("Q?")] == ["own"]
    assert [p.text for p in given.search.search("Q?").passages] == ["A page."]
    bare = shared.given(Case("2", "Q?"))
    assert (bare.retriever, bare.search) == (index, world)
