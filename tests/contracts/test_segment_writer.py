from __future__ import annotations

import pytest

from assay.ports import SegmentWriter
from assay.steps.answer.citations import is_verbatim
from assay.steps.correct.refine import whole
from assay.testing import (
    FakeChatModel,
    FakeGenerator,
    FakeSegmentWriter,
    FakeTextModel,
    make_passage,
)
from assay.types import Completion, Evidence
from assay_strategies.writers.generator_writer import GeneratorWriter
from assay_strategies.writers.reflective_writer import ReflectiveWriter
from assay_strategies.writers.sentence_writer import SentenceWriter
from tests.contracts.hostile import TEXTS

SAID = {"list": Completion("[Relevant]A list is a sequence.[Fully supported][Utility:5]")}
SENTENCES = ["A list is a sequence. It is mutable.", "DONE", "Tuples cannot change.", ""]
SUBJECTS = [
    pytest.param(lambda folder: FakeSegmentWriter(), id="FakeSegmentWriter"),
    pytest.param(lambda folder: FakeSegmentWriter(None), id="FakeSegmentWriter-no-memory"),
    pytest.param(lambda folder: GeneratorWriter(FakeGenerator()), id="GeneratorWriter"),
    pytest.param(lambda folder: ReflectiveWriter(FakeTextModel(SAID)), id="ReflectiveWriter"),
    pytest.param(lambda folder: SentenceWriter(FakeChatModel(SENTENCES)), id="SentenceWriter"),
]

QUESTION = "What is a list?"
LIST = whole(make_passage("A list is a mutable sequence of items.", "a"))
TUPLE = whole(make_passage("A tuple cannot be changed.", "b"))
BLOCKS = (Evidence((LIST,)), Evidence((TUPLE,)), Evidence((LIST, TUPLE)))
MEMORY = (Evidence(),)


@pytest.fixture(params=SUBJECTS)
def writer(request, tmp_path):
    return request.param(tmp_path)


def assert_sound(segments, blocks):
    assert [segment.seen for segment in segments] == list(blocks)
    for segment in segments:
        assert segment.draft.text is None or segment.draft.text.strip()
        assert segment.draft.text or segment.draft.reason
        assert all(is_verbatim(citation, segment.seen) for citation in segment.draft.citations)


def test_it_fits_the_port(writer):
    assert isinstance(writer, SegmentWriter)


def test_every_block_has_its_segment_in_order(writer):
    assert_sound(writer.write(QUESTION, BLOCKS), BLOCKS)
    assert writer.write(QUESTION, ()) == ()


def test_without_evidence_it_writes_from_memory_or_says_why_not(writer):
    assert_sound(writer.write(QUESTION, MEMORY), MEMORY)


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_no_text_breaks_it(writer, text):
    blocks = (Evidence((whole(make_passage(text)),)),)
    assert_sound(writer.write(QUESTION, blocks, text), blocks)
    assert_sound(writer.write(text, BLOCKS), BLOCKS)
