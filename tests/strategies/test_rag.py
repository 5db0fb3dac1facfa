from __future__ import annotations

from assay.engine import Engine
from assay.errors import BudgetSpentError
from assay.steps.answer.conclude import NO_EVIDENCE
from assay.strategies.rag import Rag
from assay.testing import FakeGenerator, FakeRetriever, make_passage
from assay.types import Draft

GOLD = make_passage("Gold is heavy. It shines.", start=7)
FISH = make_passage("Fish swim.")


def ask(*passages, **generator):
    fake = FakeGenerator(**generator)
    answer = Engine(Rag(FakeRetriever(passages), fake)).ask("What is gold?")
    return answer, [s.name for s in answer.trace], fake


def test_it_answers_from_whole_passages_as_retrieved():
    answer, steps, _ = ask(GOLD, FISH)
    assert steps == ["retrieve", "generate"]
    assert answer.text == GOLD.text
    assert [s.text for s in answer.evidence.strips] == [GOLD.text, FISH.text]
    assert (answer.strategy, answer.verdict, answer.scores) == ("rag", None, ())
    (citation,) = answer.citations
    assert (citation.start, citation.quote) == (7, GOLD.text)


def test_it_refuses_when_nothing_was_retrieved_and_does_not_ask_the_generator():
    answer, steps, generator = ask(draft=Draft("I made this up"))
    assert steps == ["retrieve"]
    assert (answer.text, answer.reason) == (None, NO_EVIDENCE)
    assert generator.calls == []


def test_it_passes_a_refusal_on():
    answer, steps, _ = ask(GOLD, draft=Draft(None, reason="the text does not say"))
    assert steps == ["retrieve", "generate"]
    assert (answer.text, answer.reason) == (None, "the text does not say")


def test_it_keeps_the_evidence_when_the_budget_ends_while_answering():
    answer, steps, _ = ask(GOLD, error=BudgetSpentError("tokens", 9))
    assert steps == ["retrieve", "generate"]
    assert answer.reason == "the budget for tokens is spent (9)"
    assert [s.text for s in answer.evidence.strips] == [GOLD.text]
