from __future__ import annotations

from dataclasses import replace

import pytest

from assay.engine import Engine
from assay.errors import BudgetSpentError, ModelError
from assay.ports import Generator
from assay.steps.answer.conclude import NO_EVIDENCE
from assay.steps.correct.refine import whole
from assay.testing import (
    FakeCritic,
    FakeRetrievalGate,
    FakeRetriever,
    FakeSegmentWriter,
    make_passage,
)
from assay.types import Draft, Evidence, Reflection, Segment
from assay_strategies.reflect.critique import CritiqueWeights
from assay_strategies.reflect.reflection_tokens import CONTINUE
from assay_strategies.reflect.retrieval_gates import AlwaysRetrieve, NeverRetrieve
from assay_strategies.reflect.segment_path import best_option
from assay_strategies.self_rag import UNREFLECTED, ReflectiveGenerator, SelfRag

QUESTION = "What is gold?"
GOOD = make_passage("Gold is a metal.", "good")
FAIR = make_passage("Silver is like gold.", "fair")
BAD = make_passage("Bread is baked.", "bad")
BEST_USE = (0.0, 0.0, 0.0, 0.0, 1.0)
SAID = {
    "Gold": Reflection((0.9, 0.1), (0.8, 0.1, 0.1), BEST_USE),
    "Silver": Reflection((0.6, 0.4), (0.2, 0.6, 0.2), (0.0, 0.0, 1.0, 0.0, 0.0)),
    "Bread": Reflection((0.1, 0.9), (0.0, 0.0, 1.0), (1.0, 0.0, 0.0, 0.0, 0.0)),
    "memory": Reflection(utility=BEST_USE),
}
WRITTEN = ["write", "reflect", "rank"]


def reflective(**parts):
    defaults = ReflectiveGenerator(FakeSegmentWriter(), FakeCritic(SAID), FakeRetrievalGate())
    return replace(defaults, **parts)


def ask(*passages, gate=None, generator=None):
    gate = gate or FakeRetrievalGate()
    strategy = SelfRag(gate, FakeRetriever(passages), generator or reflective())
    answer = Engine(strategy, name="self_rag").ask(QUESTION)
    return answer, [s.name for s in answer.trace]


def test_every_passage_gets_a_continuation_and_the_best_one_wins():
    answer, steps = ask(BAD, GOOD, FAIR)
    assert steps == ["gate", "retrieve", *WRITTEN, "generate"]
    assert (answer.text, answer.strategy) == ("Gold is a metal.", "self_rag")
    assert [c.source for c in answer.citations] == ["good.txt"]
    assert [s.passage.id for s in answer.evidence.strips] == ["bad", "good", "fair"]
    (ranked,) = [s.facts["segments"] for s in answer.trace if s.name == "rank"]
    assert [(r["passage"], r["score"]) for r in ranked] == [
        ("bad", 0.1 + 0 - 0.5),
        ("good", pytest.approx(0.9 + 0.85 + 0.5)),
        ("fair", pytest.approx(0.6 + 0.5)),
    ]


def test_weights_change_who_wins():
    only_useless = CritiqueWeights(relevance=-1, support=-1, utility=0)
    answer, _ = ask(BAD, GOOD, generator=reflective(weights=only_useless))
    assert answer.text == "Bread is baked."


@pytest.mark.parametrize(("gate", "retrieved"), [(0.2, False), (0.21, True)])
def test_retrieval_is_decided_by_the_threshold(gate, retrieved):
    answer, steps = ask(GOOD, gate=FakeRetrievalGate([gate]))
    if retrieved:
        assert steps == ["gate", "retrieve", *WRITTEN, "generate"]
        assert answer.text == "Gold is a metal."
    else:
        assert steps == ["gate", *WRITTEN, "generate"]
        assert (answer.text, answer.citations) == ("from memory", ())
        assert answer.evidence == Evidence()


def test_always_and_never():
    assert ask(GOOD, gate=AlwaysRetrieve())[0].text == "Gold is a metal."
    assert ask(GOOD, gate=NeverRetrieve())[0].text == "from memory"


def test_a_writer_without_memory_refuses_where_nothing_is_retrieved():
    forgetful = reflective(writer=FakeSegmentWriter(None))
    answer, steps = ask(GOOD, gate=NeverRetrieve(), generator=forgetful)
    assert steps == ["gate", *WRITTEN, "generate"]
    assert (answer.text, answer.reason) == (None, "the fake knows nothing")


def test_a_retrieval_that_finds_nothing_is_a_refusal_not_a_memory():
    answer, steps = ask()
    assert steps == ["gate", "retrieve"]
    assert (answer.text, answer.reason) == (None, NO_EVIDENCE)


def test_a_passage_without_an_answer_does_not_win_over_one_with():
    class Choosy(FakeSegmentWriter):
        def write(self, question, blocks, written=""):
            made = super().write(question, blocks, written)
            return tuple(
                replace(s, draft=Draft(None, reason="nothing"))
                if s.seen.strips[0].passage is GOOD
                else s
                for s in made
            )

    answer, _ = ask(GOOD, BAD, generator=reflective(writer=Choosy()))
    assert answer.text == "Bread is baked."
    answer, _ = ask(GOOD, generator=reflective(writer=Choosy()))
    assert (answer.text, answer.reason) == (None, "nothing")


def test_a_critic_that_says_nothing_is_noted():
    answer, _ = ask(GOOD, BAD, generator=reflective(critic=FakeCritic()))
    assert answer.text == "Gold is a metal."
    assert answer.notes == (UNREFLECTED,)


def test_a_critic_that_loses_count_is_reported():
    class Forgetful(FakeCritic):
        def reflect(self, question, segments):
            return super().reflect(question, segments)[1:]

    with pytest.raises(ModelError, match="1 reflections for 2 segments"):
        ask(GOOD, BAD, generator=reflective(critic=Forgetful()))


def test_a_budget_spent_while_writing_keeps_the_evidence():
    spent = FakeSegmentWriter(error=BudgetSpentError("tokens", 1))
    answer, steps = ask(GOOD, generator=reflective(writer=spent))
    assert steps == ["gate", "retrieve", "write", "generate"]
    assert (answer.text, answer.reason) == (None, "the budget for tokens is spent (1)")
    assert answer.evidence.strips
    answer, _ = ask(GOOD, gate=NeverRetrieve(), generator=reflective(writer=spent))
    assert answer.reason == "the budget for tokens is spent (1)"


# Long answers: a beam over segments.


def test_a_long_answer_grows_segment_by_segment_in_a_beam():
    writer = FakeSegmentWriter(length=2)
    long = reflective(writer=writer, max_depth=5, beam_width=2)
    answer, steps = ask(GOOD, FAIR, BAD, generator=long)
    assert steps == ["gate", "retrieve", *WRITTEN, *(["gate", *WRITTEN] * 2), "generate"]
    assert answer.text == "Gold is a metal. Gold is a metal."
    assert [(c.answer_start, c.answer_end) for c in answer.citations] == [(0, 16), (17, 33)]
    assert writer.calls == ["", "Gold is a metal.;", "Silver is like gold.;"]


def test_a_further_segment_is_written_from_memory_if_no_passage_is_wanted():
    long = reflective(
        writer=FakeSegmentWriter(length=2),
        gate=FakeRetrievalGate([0.0]),
        max_depth=2,
        beam_width=1,
    )
    answer, steps = ask(GOOD, BAD, generator=long)
    assert steps == ["gate", "retrieve", *WRITTEN, "gate", *WRITTEN, "generate"]
    assert answer.text == "Gold is a metal. from memory"
    assert len(answer.citations) == 1


def test_a_model_that_goes_on_with_its_evidence_is_given_that_alone():
    class Faithful(FakeSegmentWriter):
        def write(self, question, blocks, written=""):
            made = super().write(question, blocks, written)
            return tuple(replace(s, raw=s.raw + CONTINUE) for s in made)

    long = reflective(writer=Faithful(length=2), max_depth=2, beam_width=2)
    answer, steps = ask(BAD, GOOD, FAIR, generator=long)
    assert steps.count("gate") == 1  # only the first: nobody was asked again
    blocks = [s.facts["segments"] for s in answer.trace if s.name == "rank"]
    assert [[row["passage"] for row in rows] for rows in blocks] == [
        ["bad", "good", "fair"],
        ["good"],
        ["fair"],
    ]
    assert answer.text == "Gold is a metal. Gold is a metal."


def test_the_beam_ends_at_its_depth():
    endless = FakeSegmentWriter(length=10**9)
    answer, steps = ask(GOOD, generator=reflective(writer=endless, max_depth=3, beam_width=1))
    assert steps.count("write") == 3
    assert answer.text == " ".join(["Gold is a metal."] * 3)


def test_the_beam_ends_when_every_path_has_ended():
    answer, steps = ask(GOOD, generator=reflective(max_depth=50))
    assert steps.count("write") == 1
    assert answer.text == "Gold is a metal."


def test_a_budget_spent_in_the_beam_keeps_what_was_written():
    class Spent(FakeSegmentWriter):
        def write(self, question, blocks, written=""):
            if written:
                raise BudgetSpentError("tokens", 1)
            return super().write(question, blocks, written)

    answer, _ = ask(GOOD, BAD, generator=reflective(writer=Spent(length=9), max_depth=9))
    assert answer.text == "Gold is a metal."
    assert answer.notes == ("the answer ends early: the budget for tokens is spent (1)",)


def test_a_path_that_has_nothing_more_to_say_keeps_what_it_said():
    class Exhausted(FakeSegmentWriter):
        def write(self, question, blocks, written=""):
            made = super().write(question, blocks, written)
            if not written:
                return made
            return tuple(Segment(s.seen, Draft(None, reason="no more")) for s in made)

    long = reflective(writer=Exhausted(length=9), max_depth=9)
    answer, steps = ask(GOOD, generator=long)
    assert steps.count("write") == 2
    assert answer.text == "Gold is a metal."


# A closed set of answers: the scores of an option are summed over the passages.


def test_an_option_that_several_passages_support_beats_the_single_best():
    class Labels(FakeSegmentWriter):
        def write(self, question, blocks, written=""):
            said = {"good": "True", "fair": "false.", "bad": "False"}
            return tuple(Segment(b, Draft(said[b.strips[0].passage.id])) for b in blocks)

    reflections = {
        "True": Reflection((0.9, 0.1)),
        "false.": Reflection((0.6, 0.4)),
        "False": Reflection((0.5, 0.5)),
    }
    closed = reflective(writer=Labels(), critic=FakeCritic(reflections), elect=best_option)
    answer, _ = ask(GOOD, FAIR, BAD, generator=closed)
    assert answer.text == "false."
    answer, _ = ask(GOOD, FAIR, BAD, generator=replace(closed, elect=reflective().elect))
    assert answer.text == "True"


def test_it_is_a_generator_too():
    assert isinstance(reflective(), Generator)
    draft = reflective().generate(QUESTION, Evidence((whole(GOOD),)))
    assert draft.text == "Gold is a metal."


def test_another_query_finds_other_passages_for_the_same_question():
    retriever = FakeRetriever([GOOD])
    answer = SelfRag(FakeRetrievalGate(), retriever, reflective()).answer(QUESTION, "aurum")
    assert retriever.calls == ["aurum"]
    assert answer.question == QUESTION
