from __future__ import annotations

import pytest

from assay.adapters.retrievers.fixed import FixedRetriever
from assay.adapters.retrievers.known_first import KnownFirst
from assay.ports import Retriever
from assay.testing import FakeRetriever, make_passage
from assay.types import Passage
from tests.contracts.hostile import TEXTS
from tests.integrations.stores import RETRIEVERS

PASSAGES = (make_passage("A list is a mutable sequence."), make_passage("A tuple is fixed."))

SUBJECTS = [
    pytest.param(lambda folder: FakeRetriever(PASSAGES), id="FakeRetriever"),
    pytest.param(lambda folder: FixedRetriever(PASSAGES), id="FixedRetriever"),
    pytest.param(lambda folder: FixedRetriever(()), id="FixedRetriever-empty"),
    pytest.param(lambda folder: KnownFirst("known?", (), FakeRetriever(PASSAGES)), id="KnownFirst"),
    *(
        pytest.param(
            lambda folder, made=made: made(), id=made.__name__, marks=pytest.mark.frameworks
        )
        for made in RETRIEVERS
    ),
]


@pytest.fixture(params=SUBJECTS)
def retriever(request, tmp_path):
    return request.param(tmp_path)


def test_it_fits_the_port(retriever):
    assert isinstance(retriever, Retriever)


def test_it_gives_passages_with_ids_of_their_own(retriever):
    found = retriever.retrieve("What is a list?")
    assert isinstance(found, tuple)
    assert all(isinstance(passage, Passage) for passage in found)
    assert len({passage.id for passage in found}) == len(found)


def test_every_passage_has_words_and_a_place(retriever):
    for passage in retriever.retrieve("What is a list?"):
        assert passage.text.strip()
        assert passage.start >= 0


def test_the_same_question_finds_the_same(retriever):
    assert retriever.retrieve("What is a list?") == retriever.retrieve("What is a list?")


@pytest.mark.parametrize("question", TEXTS.values(), ids=TEXTS.keys())
def test_no_question_breaks_it(retriever, question):
    assert isinstance(retriever.retrieve(question), tuple)
