from __future__ import annotations

import pytest

from assay.adapters.chat.llama_cpp import LlamaCppChat, bundled_model
from assay.adapters.retrievers.fixed import FixedRetriever
from assay.adapters.scorers.onnx_scorer import OnnxScorer
from assay.config import Settings
from assay.engine import Engine
from assay.errors import BudgetSpentError, ModelError, ServiceError
from assay.reader.span_reader import SpanReader
from assay.steps.answer.conclude import NO_EVIDENCE
from assay.steps.verify.word_overlap_nli import WordOverlapNli
from assay.testing import (
    FakeChatModel,
    FakeGenerator,
    FakeNliScorer,
    FakeRefiner,
    FakeRelevanceScorer,
    FakeRetriever,
    make_passage,
)
from assay.types import NliScores
from assay.wiring import Overrides, build_engine
from assay_strategies.reason.evidence_reward import EvidenceReward
from assay_strategies.reason.lookup import Lookup
from assay_strategies.reason.thoughts import Thinker
from assay_strategies.reason.top_passages import TopPassages
from assay_strategies.star import NOTHING_TO_SPLIT, Star
from tests.models.shipped import shipped

QUESTION = "Where was the author of Emma born?"
AUTHOR = make_passage("Emma was written by Jane Austen.", "emma")
BIRTH = make_passage("Jane Austen was born in Steventon.", "austen")
FISH = make_passage("Fish swim.", "fish")
LOOK = ["retrieve", "score", "refine"]

TWO = "Sub-question: Who wrote Emma?\nAnswer: Jane Austen\nSub-question: Do fish swim?\nAnswer: no"
BORN = "Sub-question: Where was Jane Austen born?\nAnswer: Steventon"


class Library(FakeRetriever):
    def retrieve(self, question):
        super().retrieve(question)
        if "fish" in question:
            return (FISH,)
        return (BIRTH,) if "Austen" in question else (AUTHOR,)


class Labels(FakeNliScorer):
    """Finds a claim supported where its last word stands in the text."""

    def nli(self, pairs):
        self._called(" | ".join(claim for claim, _ in pairs))
        return [self._of(claim, passage.text) for claim, passage in pairs]

    def _of(self, claim, text):
        if claim.endswith(tuple(self.contradictions)):
            return NliScores(0.1, 0.9, 0.0)
        return NliScores(1.0, 0.0, 0.0) if claim.split()[-1] in text else NliScores(0, 0, 1)


def star(*replies, retriever=None, nli=None, generator=None, chat=None, **bounds):
    scorer = FakeRelevanceScorer({"Fish": -0.8}, otherwise=0.8)
    return Star(
        Thinker(chat or FakeChatModel(replies)),
        Lookup(retriever or Library(), scorer, FakeRefiner()),
        EvidenceReward(nli or Labels()),
        generator or FakeGenerator(),
        **bounds,
    )


def ask(strategy):
    answer = Engine(strategy).ask(QUESTION)
    return answer, [step.name for step in answer.trace if step.depth == 0]


def test_the_best_rewarded_branch_is_grown_and_answered_from():
    strategy = star(TWO, BORN, "DONE")
    answer, steps = ask(strategy)
    one = [*LOOK, "reward"]
    assert steps[: 2 + 2 * len(one) + len(one)] == ["think", *one, *one, "think", *one]
    assert steps[-1] == "generate"
    assert answer.queries == ("Who wrote Emma?", "Where was Jane Austen born?")
    assert [s.text for s in answer.evidence.strips] == [AUTHOR.text, BIRTH.text]
    assert [s.text for s in answer.evidence.dropped] == [FISH.text]
    assert answer.strategy == "star"
    # The second thought was asked for below the first, and knew its answer.
    assert "Answer: Jane Austen" in strategy.thinker.model.calls[1]


def test_rewards_are_the_product_of_query_and_answer():
    answer, _ = ask(star(TWO, max_expansions=1))
    rewards = [step.facts for step in answer.trace if step.name == "reward"]
    assert rewards == [
        {"query": 0.9, "label": "supported"},
        {"query": 0.1, "label": "absent"},
    ]


def test_a_claim_that_the_evidence_contradicts_is_replaced_by_what_it_says():
    wrong = "Sub-question: Who wrote Emma?\nAnswer: Charles Dickens"
    strategy = star(wrong, BORN, nli=Labels(["Dickens"]), max_expansions=2)
    ask(strategy)
    assert strategy.generator.calls == ["Who wrote Emma?", QUESTION]
    assert f"Answer: {AUTHOR.text}" in strategy.thinker.model.calls[1]


def test_a_sub_question_without_a_guess_is_looked_up_all_the_same():
    nli = Labels()
    answer, _ = ask(star("Sub-question: Who wrote Emma?", nli=nli, max_expansions=1))
    assert answer.queries == ("Who wrote Emma?",)
    assert nli.calls == []


@pytest.mark.parametrize("reply", ["", "Certainly!", "\x00", "DONE", "Answer: Paris"])
def test_a_reply_without_sub_questions_means_the_question_itself(reply):
    answer, steps = ask(star(reply))
    assert steps == ["think", *LOOK, "generate"]
    assert answer.queries == (QUESTION,)
    assert answer.notes == (NOTHING_TO_SPLIT,)


def test_growth_and_depth_are_bounded():
    class Endless(FakeChatModel):
        def complete(self, messages, **limits):
            n = 2 * len(self.calls)
            self.replies = [*self.replies, f"1. Is it {n}?\n2. Is it {n + 1}?"]
            return super().complete(messages, **limits)

    for expansions, depth, thoughts in [(1, 9, 1), (6, 9, 6), (50, 1, 1), (50, 2, 3)]:
        strategy = star(chat=Endless(), max_expansions=expansions, max_depth=depth)
        answer, steps = ask(strategy)
        assert steps.count("think") == thoughts
        assert len(answer.queries) <= depth


def test_the_same_sub_question_again_leads_nowhere():
    answer, steps = ask(star(*["Sub-question: Who wrote Emma?\nAnswer: Jane Austen"] * 9))
    assert steps.count("think") == 2
    assert answer.queries == ("Who wrote Emma?",)


@pytest.mark.parametrize("error", [ServiceError("down"), BudgetSpentError("tokens", 5)])
def test_a_model_that_fails_leaves_a_plain_look_with_a_note(error):
    answer, _ = ask(star(chat=FakeChatModel(error=error)))
    assert answer.text == AUTHOR.text
    assert answer.notes == (f"the search was cut short: {error}",)


def test_nothing_found_is_a_refusal():
    answer, _ = ask(star(TWO, retriever=FakeRetriever(), max_expansions=1))
    assert (answer.text, answer.reason) == (None, NO_EVIDENCE)
    assert answer.queries[-1] == QUESTION


def test_the_settings_build_it():
    given = Overrides(
        retriever=Library(), generator=FakeGenerator(), chat=FakeChatModel([BORN, "DONE"])
    )
    engine = build_engine(Settings(strategy="star", reasoning={"depth": 2}), given)
    assert engine.strategy.max_depth == 2
    assert engine.ask(QUESTION).queries == ("Where was Jane Austen born?",)


def test_a_real_language_model_and_the_shipped_reader():
    pytest.importorskip("xllamacpp", reason="the extra 'local' is not installed")
    try:
        bundled_model()
    except ModelError as error:
        pytest.skip(f"{error}: {error.hint}")
    scorer = OnnxScorer(shipped())
    strategy = Star(
        Thinker(LlamaCppChat(context=2048, threads=1), max_tokens=40),
        Lookup(FixedRetriever((AUTHOR, BIRTH)), scorer, TopPassages()),
        EvidenceReward(WordOverlapNli()),
        SpanReader(shipped()),
        max_expansions=1,
    )
    answer = Engine(strategy).ask("Where was Jane Austen born?")
    assert answer.text == "Steventon"
    assert answer.queries
