from __future__ import annotations

import pytest

from assay.adapters.generators.chat import ChatGenerator
from assay.adapters.generators.fallback import WithFallback
from assay.errors import ServiceError
from assay.ports import Generator
from assay.reader.span_reader import SpanReader
from assay.steps.answer.abstain import Abstaining
from assay.steps.answer.citations import is_verbatim
from assay.steps.correct.refine import cut_strips, whole
from assay.testing import FakeChatModel, FakeGenerator, make_passage
from assay.types import Evidence
from tests.contracts.hostile import TEXTS
from tests.models.shipped import shipped


def model():
    return FakeChatModel(["A list is a mutable sequence [1]. It has items [7]."] * 3)


SUBJECTS = [
    pytest.param(lambda folder: FakeGenerator(), id="FakeGenerator"),
    pytest.param(lambda folder: SpanReader(shipped()), id="SpanReader"),
    pytest.param(lambda folder: ChatGenerator(model()), id="ChatGenerator"),
    pytest.param(lambda folder: Abstaining(ChatGenerator(model())), id="Abstaining"),
    pytest.param(
        lambda folder: WithFallback(
            ChatGenerator(FakeChatModel(error=ServiceError("down"))), FakeGenerator()
        ),
        id="WithFallback",
    ),
]

QUESTION = "What is a list?"
EVIDENCE = Evidence(
    (
        whole(make_passage("A list is a mutable sequence of items.", "a", start=12), 0.9),
        *cut_strips(make_passage("A tuple is fixed. It is a sequence. It has items.", "b")),
    )
)


@pytest.fixture(params=SUBJECTS)
def generator(request, tmp_path):
    return request.param(tmp_path)


def assert_sound(draft, evidence):
    assert draft.text is not None or draft.reason
    for citation in draft.citations:
        assert 0 <= citation.answer_start <= citation.answer_end <= len(draft.text)
        assert is_verbatim(citation, evidence)


def test_it_fits_the_port(generator):
    assert isinstance(generator, Generator)


def test_it_answers_with_true_citations_or_declines_with_a_reason(generator):
    assert_sound(generator.generate(QUESTION, EVIDENCE), EVIDENCE)


def test_without_evidence_it_declines(generator):
    draft = generator.generate(QUESTION, Evidence())
    assert draft.text is None
    assert draft.reason
    assert draft.citations == ()


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_no_text_breaks_it(generator, text):
    hostile = Evidence((whole(make_passage(text)),))
    assert_sound(generator.generate(QUESTION, hostile), hostile)
    assert_sound(generator.generate(text, EVIDENCE), EVIDENCE)
