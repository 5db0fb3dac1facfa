from __future__ import annotations

from dataclasses import replace

import pytest

from assay.adapters.search.null_search import NullSearch
from assay.engine import Engine
from assay.steps.answer.conclude import NO_EVIDENCE
from assay.testing import (
    FakeCritic,
    FakeKnowledgeSearch,
    FakeRetrievalGate,
    FakeSegmentWriter,
    make_passage,
)
from assay.types import Evidence, Reflection, Thresholds, Verdict
from assay_strategies.reflect.blocks import knowledge_blocks
from assay_strategies.self_crag import SelfCrag
from assay_strategies.self_rag import ReflectiveGenerator
from tests.strategies.gold import BAD, DOUBTFUL, GOOD, QUESTION, WEB, corrective

SAID = {
    "Gold": Reflection((0.8, 0.2)),
    "Silver": Reflection((0.3, 0.7)),
    "Aurum": Reflection((0.9, 0.1)),
}
JUDGED = ["gate", "retrieve", "score", "judge"]
OUTSIDE = ["rewrite", "search", "score", "refine"]
WRITTEN = ["write", "reflect", "rank", "generate"]


def ask(*passages, gate=1.0, search=None, writer=None):
    retriever = corrective(*passages, search=search or FakeKnowledgeSearch([WEB]))
    gating = FakeRetrievalGate([gate])
    generator = ReflectiveGenerator(writer or FakeSegmentWriter(), FakeCritic(SAID), gating)
    generator = replace(generator, divide=knowledge_blocks)
    answer = Engine(SelfCrag(gating, retriever, generator)).ask(QUESTION)
    return answer, [s.name for s in answer.trace]


def blocks_of(answer):
    """The passages of every block that was written from."""
    (rows,) = [s.facts["segments"] for s in answer.trace if s.name == "rank"]
    return [row["seen"] for row in rows]


def test_correct_reflects_on_internal_knowledge_as_a_whole():
    answer, steps = ask(BAD, GOOD)
    assert steps == [*JUDGED, "refine", *WRITTEN]
    assert (answer.verdict, answer.strategy) == (Verdict.CORRECT, "self_crag")
    assert answer.text == "Gold is a metal. It is dense."
    assert [c.source for c in answer.citations] == ["good.txt"]
    assert [s.score for s in answer.scores] == [-1.0, 0.9]
    assert answer.thresholds == Thresholds(0.5, -0.5)
    assert blocks_of(answer) == [["good"]]


def test_several_strips_are_one_block_of_knowledge():
    second = make_passage("Gold is dug. It is old. Bread is baked. It is eaten.", "second")
    answer, _ = ask(GOOD, second)
    assert len(answer.evidence.strips) == 2
    assert blocks_of(answer) == [["good", "second"]]


def test_incorrect_reflects_on_what_is_found_outside():
    answer, steps = ask(BAD)
    assert steps == [*JUDGED, *OUTSIDE, *WRITTEN]
    assert answer.verdict is Verdict.INCORRECT
    assert answer.text == "Aurum means gold. It is Latin."


def test_ambiguous_lets_the_critic_choose_between_inside_and_outside():
    answer, steps = ask(DOUBTFUL)
    assert steps == [*JUDGED, "refine", *OUTSIDE, *WRITTEN]
    assert answer.verdict is Verdict.AMBIGUOUS
    assert [s.passage.id for s in answer.evidence.strips] == ["doubtful", "web"]
    assert blocks_of(answer) == [["doubtful"], ["web"], ["doubtful", "web"]]
    assert answer.text == "Aurum means gold. It is Latin."


def test_nothing_left_after_the_correction_is_a_refusal():
    answer, steps = ask(BAD, search=NullSearch())
    assert steps == [*JUDGED, *OUTSIDE]
    assert (answer.text, answer.reason) == (None, NO_EVIDENCE)
    assert answer.verdict is Verdict.INCORRECT


@pytest.mark.parametrize("memory", ["from memory", None])
def test_without_the_wish_nothing_is_retrieved(memory):
    answer, steps = ask(GOOD, gate=0.1, writer=FakeSegmentWriter(memory))
    assert steps == ["gate", *WRITTEN]
    assert answer.text == memory
    assert (answer.verdict, answer.evidence) == (None, Evidence())
