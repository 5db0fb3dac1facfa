from __future__ import annotations

from dataclasses import replace

import pytest

from assay.adapters.scorers.onnx_scorer import OnnxScorer
from assay.engine import Engine
from assay.errors import BudgetSpentError, ServiceError
from assay.reader.span_reader import SpanReader
from assay.steps.answer.conclude import NO_EVIDENCE
from assay.testing import (
    FakeChatModel,
    FakeGenerator,
    FakeRefiner,
    FakeRelevanceScorer,
    FakeRetriever,
    make_passage,
)
from assay_strategies.multi_step import MultiStep
from assay_strategies.reason.chain_of_thought import ChainOfThought
from assay_strategies.reason.lookup import Lookup
from assay_strategies.reason.top_passages import TopPassages
from tests.models.shipped import shipped

QUESTION = "Where was the singer of Harbour Lights born?"
SONG = make_passage("Harbour Lights is a song by the singer Ada Palm.", "song")
BIRTH = make_passage("Ada Palm was born in Lindholm in 1911.", "palm")
LOOK = ["retrieve", "score", "refine"]


class Library(FakeRetriever):
    def retrieve(self, question):
        super().retrieve(question)
        return (BIRTH,) if "Palm" in question else (SONG,)


def multi(retriever=None, most=3):
    lookup = Lookup(retriever or Library(), FakeRelevanceScorer(otherwise=0.5), FakeRefiner())
    return MultiStep(lookup, FakeGenerator(), most)


def ask(strategy):
    answer = Engine(strategy).ask(QUESTION)
    return answer, [step.name for step in answer.trace if step.depth == 0]


def test_what_the_first_look_names_leads_the_second():
    strategy = multi()
    answer, steps = ask(strategy)
    assert steps[:4] == [*LOOK, "revise"]
    assert steps[-1] == "generate"
    first, second = answer.queries[:2]
    assert first == QUESTION
    assert "Ada Palm" in second
    assert [s.text for s in answer.evidence.strips] == [SONG.text, BIRTH.text]


def test_with_a_language_model_each_thought_is_the_next_query():
    model = FakeChatModel(
        ["Harbour Lights is by Ada Palm. She sang it.", "So the answer is Lindholm."]
    )
    answer, steps = ask(replace(multi(), thinking=ChainOfThought(model)))
    assert answer.queries == (QUESTION, "Harbour Lights is by Ada Palm.")
    assert steps == [*LOOK, "think", *LOOK, "think", "generate"]
    assert "Reasoning so far: Harbour Lights is by Ada Palm." in model.calls[1]
    assert [s.text for s in answer.evidence.strips] == [SONG.text, BIRTH.text]


@pytest.mark.parametrize("reply", ["", "NO ANSWER", f"{QUESTION}", "So the answer is Lindholm."])
def test_a_chain_that_leads_nowhere_ends(reply):
    answer, _ = ask(replace(multi(), thinking=ChainOfThought(FakeChatModel([reply] * 3))))
    assert answer.queries == (QUESTION,)


def test_a_model_that_fails_ends_the_chain_with_what_was_found():
    broken = ChainOfThought(FakeChatModel(error=ServiceError("down")))
    answer, _ = ask(replace(multi(), thinking=broken))
    assert [s.text for s in answer.evidence.strips] == [SONG.text]


@pytest.mark.parametrize("most", [1, 2])
def test_the_looks_are_bounded(most):
    answer, steps = ask(multi(most=most))
    assert steps.count("retrieve") == len(answer.queries) == most


def test_a_look_that_finds_nothing_new_ends_it():
    answer, steps = ask(multi(FakeRetriever([SONG]), most=9))
    assert steps.count("retrieve") == 2
    assert answer.text == SONG.text


def test_nothing_found_is_a_refusal():
    answer, steps = ask(multi(FakeRetriever()))
    assert steps == LOOK
    assert (answer.text, answer.reason) == (None, NO_EVIDENCE)


def test_a_budget_that_ends_keeps_what_was_found():
    class Slow(Library):
        def retrieve(self, question):
            if self.calls:
                raise BudgetSpentError("seconds", 60)
            return super().retrieve(question)

    answer, _ = ask(multi(Slow()))
    assert answer.text == SONG.text
    assert answer.notes == ("searching was cut short: the budget for seconds is spent (60)",)


def test_the_shipped_models_follow_the_chain():
    scorer = OnnxScorer(shipped())
    lookup = Lookup(Library(), scorer, TopPassages(2))
    answer = Engine(MultiStep(lookup, SpanReader(shipped()))).ask(QUESTION)
    assert {s.passage.id for s in answer.evidence.strips} == {"song", "palm"}
    assert "Ada Palm" in answer.queries[1]
    # The reader sees one passage at a time, and neither holds the whole chain: it must not guess.
    assert answer.abstained
