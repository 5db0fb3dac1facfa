from __future__ import annotations

from assay.adapters.retrievers.known_first import KnownFirst
from assay.testing import FakeRetriever, make_passage


def test_the_known_question_is_not_looked_up_and_any_other_is():
    known, found = make_passage("known"), make_passage("found")
    inner = FakeRetriever([found])
    retriever = KnownFirst("what?", (known,), inner)
    assert retriever.retrieve("what?") == (known,)
    assert inner.calls == []
    assert retriever.retrieve("other words") == (found,)
    assert inner.calls == ["other words"]
