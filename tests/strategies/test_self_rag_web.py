from __future__ import annotations

from assay.engine import Engine
from assay.errors import ServiceError
from assay.steps.correct.outside import OutsideKnowledge
from assay.steps.correct.refine import NoRefinement
from assay.testing import (
    FakeCritic,
    FakeKnowledgeSearch,
    FakeQueryRewriter,
    FakeRelevanceScorer,
    FakeRetrievalGate,
    FakeRetriever,
    FakeSegmentWriter,
    make_passage,
)
from assay.types import Evidence, Kind, Reflection
from assay_strategies.self_rag import ReflectiveGenerator, SelfRag

QUESTION = "What is gold?"
GOOD = make_passage("Gold is a metal.", "good")
WEB = make_passage("Aurum is what the Romans said.", "web", kind=Kind.EXTERNAL)
SAID = {"Gold": Reflection((0.5, 0.5)), "Aurum": Reflection((0.9, 0.1))}
OUTSIDE = ["rewrite", "search", "score", "refine"]
WRITTEN = ["write", "reflect", "rank", "generate"]


def ask(gate=1.0, search=None):
    gating = FakeRetrievalGate([gate])
    outside = OutsideKnowledge(
        FakeQueryRewriter("gold"),
        search or FakeKnowledgeSearch([WEB]),
        FakeRelevanceScorer(),
        NoRefinement(),
    )
    generator = ReflectiveGenerator(FakeSegmentWriter(), FakeCritic(SAID), gating)
    strategy = SelfRag(
        gating, FakeRetriever([GOOD]), generator, outside=outside, name="self_rag_web"
    )
    answer = Engine(strategy).ask(QUESTION)
    return answer, [s.name for s in answer.trace]


def test_the_critic_chooses_between_index_and_outside():
    answer, steps = ask()
    assert steps == ["gate", "retrieve", *OUTSIDE, *WRITTEN]
    assert (answer.text, answer.strategy) == (WEB.text, "self_rag_web")
    assert [s.passage.id for s in answer.evidence.strips] == ["good", "web"]


def test_trouble_outside_leaves_the_index_with_a_note():
    answer, _ = ask(search=FakeKnowledgeSearch(error=ServiceError("down")))
    assert answer.text == GOOD.text
    assert answer.notes == ("external search was cut short: down",)


def test_without_the_wish_nothing_is_looked_for():
    answer, steps = ask(gate=0.0)
    assert steps == ["gate", *WRITTEN]
    assert (answer.text, answer.evidence) == ("from memory", Evidence())
