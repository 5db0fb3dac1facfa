from __future__ import annotations

from dataclasses import dataclass

import pytest

from assay.adapters.generators.chat import ChatGenerator
from assay.errors import ServiceError
from assay.steps.correct.refine import whole
from assay.testing import FakeChatModel, FakeGenerator, make_passage
from assay.tracing import recording
from assay.types import Draft, Evidence
from assay_strategies.reflect.blocks import each_alone
from assay_strategies.writers.generator_writer import ONLY_FROM_EVIDENCE, GeneratorWriter

QUESTION = "Where is Oslo?"
STRIPS = tuple(whole(make_passage(f"Oslo is near place number {n}.", f"p{n}")) for n in range(12))
BLOCKS = each_alone(Evidence(STRIPS))


@dataclass
class Memory(FakeGenerator):
    answers_without_evidence: bool = True


def test_the_generator_sees_one_block_at_a_time():
    segments = GeneratorWriter(FakeGenerator()).write(QUESTION, BLOCKS)
    assert [s.draft.text for s in segments] == [strip.text for strip in STRIPS]
    assert all(s.finished and not s.raw for s in segments)


def test_what_it_drafts_is_not_heard():
    heard = []
    model = FakeChatModel(["Oslo is near place number 1."] * 2)
    with recording(text_listener=heard.append):
        GeneratorWriter(ChatGenerator(model)).write(QUESTION, BLOCKS[:2])
    assert len(model.calls) == 2
    assert heard == []


def test_from_memory_only_a_generator_that_can_is_asked():
    known = Memory(draft=Draft("by the sea"))
    assert GeneratorWriter(FakeGenerator(), known).write(QUESTION, [Evidence()])[0].draft.text == (
        "by the sea"
    )
    for cannot in (None, FakeGenerator(draft=Draft("by the sea"))):
        (segment,) = GeneratorWriter(FakeGenerator(), cannot).write(QUESTION, [Evidence()])
        assert segment.draft == Draft(None, reason=ONLY_FROM_EVIDENCE)


def test_an_error_of_the_generator_is_passed_on():
    with pytest.raises(ServiceError, match="down"):
        GeneratorWriter(FakeGenerator(error=ServiceError("down"))).write(QUESTION, BLOCKS)
