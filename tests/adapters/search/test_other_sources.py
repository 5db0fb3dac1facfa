"""Recorded results, a second index, and the order in which sources are asked."""

from __future__ import annotations

import pytest

from assay.adapters.retrievers.fixed import FixedRetriever
from assay.adapters.search.fallback import FallbackSearch
from assay.adapters.search.null_search import NullSearch
from assay.adapters.search.recorded import Recorded, recorded_pages
from assay.adapters.search.second_index import SecondIndex
from assay.budget import Limits, limited
from assay.errors import BudgetSpentError, InputError, ServiceError
from assay.testing import FakeKnowledgeSearch, make_passage
from assay.tracing import recording
from assay.types import Findings, Kind, Passage


def test_recorded_results_stand_in_for_the_search():
    pages = recorded_pages(
        [
            {
                "title": "Tea",
                "url": "https://example.org/tea",
                "text": "Tea is a drink.\n\nIt is hot.",
            },
            {
                "url": "https://example.org/oil",
                "html": "<title>Oil</title><p>Oil burns <i>well</i>.</p>",
            },
            {"text": "No address."},
        ]
    )
    found = Recorded(pages).search("anything")
    assert [(p.source, p.title) for p in found.passages] == [
        ("https://example.org/tea", "Tea"),
        ("https://example.org/oil", "Oil"),
        ("recorded:2", ""),
    ]
    assert found.passages[0].text == "Tea is a drink.\nIt is hot."
    assert {p.kind for p in found.passages} == {Kind.EXTERNAL}
    assert found.notes == ("used 3 recorded result(s) instead of a search",)
    assert Recorded(pages).search("anything") == found


@pytest.mark.parametrize("entry", [{"text": 5}, {"title": [], "text": "x"}, {"html": {}}])
def test_a_malformed_recording_is_an_input_error(entry):
    with pytest.raises(InputError, match="external"):
        recorded_pages([entry])


def test_too_many_recordings_are_refused():
    with pytest.raises(InputError, match="at most"):
        recorded_pages([{"text": "x"}] * 101)


def test_a_second_index_gives_its_passages_as_external():
    passage = Passage("p", "Tea is a drink.", source="/archive/tea.txt")
    found = SecondIndex(FixedRetriever((passage,)), "the archive").search("tea")
    assert found.passages[0].kind is Kind.EXTERNAL and found.passages[0].text == passage.text
    assert found.notes == ("searched the archive",)
    empty = SecondIndex(FixedRetriever(()), "the archive").search("tea")
    assert empty.notes == ("the archive has nothing for the query",)


class Down:
    def search(self, query):
        raise ServiceError("the service is down")


OUTSIDE = make_passage("Tea is a drink.", kind=Kind.EXTERNAL)


def test_sources_are_asked_in_turn_and_each_step_down_is_noted():
    order = (
        ("the web", Down()),
        ("the cache", NullSearch()),
        ("the ZIM", FakeKnowledgeSearch([OUTSIDE])),
    )
    with recording() as record:
        found = FallbackSearch(order).search("tea")
    assert found.passages == (OUTSIDE,)
    assert found.notes[0] == "the web failed: the service is down"
    assert found.notes[-1] == "external knowledge is from the ZIM"
    assert record.steps[-1].facts["notes"] == list(found.notes)


def test_the_rest_is_not_asked_once_something_is_found():
    found = FallbackSearch((("one", FakeKnowledgeSearch([OUTSIDE])), ("two", Down()))).search("tea")
    assert found == Findings((OUTSIDE,), found.notes) and "down" not in " ".join(found.notes)


def test_nothing_anywhere_is_said():
    assert (
        FallbackSearch((("one", Down()),)).search("tea").notes[-1]
        == "no external source had anything"
    )


def test_no_source_is_asked_when_the_time_is_up():
    with limited(Limits(seconds=0.0)), pytest.raises(BudgetSpentError):
        FallbackSearch((("one", FakeKnowledgeSearch([OUTSIDE])),)).search("tea")
