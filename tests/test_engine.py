from __future__ import annotations

import contextlib
import itertools
import queue
import threading
import time

import pytest

from assay.adapters.retrievers.fixed import FixedRetriever
from assay.budget import Limits, Stopped, current_budget, limited
from assay.engine import MAX_QUESTION, Engine
from assay.errors import BudgetSpentError, InputError, ServiceError
from assay.strategies.rag import Rag
from assay.testing import FakeGenerator, FakeRetriever, FakeStrategy, make_passage
from assay.tracing import say, step, voiced
from assay.types import Answer, Piece, Step

PASSAGES = (make_passage("A list is a mutable sequence."),)


def rag(**generator):
    return Rag(FixedRetriever(PASSAGES), FakeGenerator(**generator))


def test_ask_gives_the_answer_with_its_trace():
    answer = Engine(rag()).ask("  What is a list?\n")
    assert answer.question == "What is a list?"
    assert answer.text == "A list is a mutable sequence."
    assert [s.name for s in answer.trace] == ["retrieve", "generate"]
    assert set(answer.timings_ms) == {"retrieve", "generate"}


@pytest.mark.parametrize(
    ("question", "complaint"),
    [
        ("", "empty"),
        (" \n\t", "empty"),
        ("x" * (MAX_QUESTION + 1), "4,001 characters"),
        ("x" * 1_000_000, "1,000,000 characters"),
        ("What is \udcff?", "not text"),
    ],
)
def test_a_question_that_is_none_is_refused_before_any_work(question, complaint):
    strategy = FakeStrategy()
    for refuse in (Engine(strategy).ask, lambda q: list(Engine(strategy).stream(q))):
        with pytest.raises(InputError, match=complaint) as raised:
            refuse(question)
        assert raised.value.hint
    assert strategy.calls == []


def test_the_longest_question_is_still_a_question():
    assert Engine(FakeStrategy()).ask("x" * MAX_QUESTION).text == "an answer"


def test_right_to_left_text_and_emoji_are_welcome():
    assert Engine(FakeStrategy()).ask("ما هي القائمة؟ 🤔").question == "ما هي القائمة؟ 🤔"


def test_a_spent_budget_becomes_a_refusal_that_names_it_and_keeps_the_trace():
    strategy = Rag(FakeRetriever(PASSAGES, error=BudgetSpentError("searches", 3)), FakeGenerator())
    answer = Engine(strategy, name="mine").ask("What?")
    assert answer.abstained
    assert answer.strategy == "mine"
    assert answer.reason == "the budget for searches is spent (3)"
    assert answer.notes == ("raise the limit for searches: the setting budget.searches",)
    assert [s.name for s in answer.trace] == ["retrieve"]


def test_other_errors_are_not_hidden():
    with pytest.raises(ServiceError, match="down"):
        Engine(rag(error=ServiceError("down"))).ask("What?")


def test_each_question_has_a_budget_of_its_own():
    class Thrifty:
        def answer(self, question):
            from assay.budget import current_budget

            current_budget().spend("searches", 2)
            return Answer(question, "done", "thrifty")

    engine = Engine(Thrifty(), limits=Limits(searches=2))
    assert [a.text for a in engine.ask_many(["one", "two"])] == ["done", "done"]


def test_many_questions_are_answered_in_order_and_only_as_asked_for():
    strategy = FakeStrategy()
    answers = Engine(strategy).ask_many(f"q{i}" for i in itertools.count())
    assert [a.question for a in itertools.islice(answers, 3)] == ["q0", "q1", "q2"]
    assert strategy.calls == ["q0", "q1", "q2"]


def test_a_stream_gives_every_step_then_pieces_then_the_same_answer():
    class Talking(FakeGenerator):
        def generate(self, question, evidence):
            with voiced():
                say("A list ")
                say("is.")
            return super().generate(question, evidence)

    strategy = Rag(FixedRetriever(PASSAGES), Talking())
    *events, answer = Engine(strategy).stream("What is a list?")
    assert [e.name if isinstance(e, Step) else e for e in events] == [
        "retrieve",
        Piece("A list "),
        Piece("is."),
        "generate",
    ]
    assert isinstance(answer, Answer)
    assert answer.trace == tuple(e for e in events if isinstance(e, Step))


def test_a_stream_raises_what_the_strategy_raises():
    events = Engine(rag(error=ServiceError("down"))).stream("What?")
    assert next(events).name == "retrieve"
    assert next(events).facts == {"error": "ServiceError: down"}
    with pytest.raises(ServiceError, match="down"):
        next(events)


def test_closing_a_stream_ends_the_work_at_the_next_step():
    closed, ended = threading.Event(), threading.Event()
    took = []

    @step("slow")
    def slow(name):
        took.append(name)
        closed.wait(60)

    class Slow:
        def answer(self, question, query=None):
            try:
                step("quick")(took.append)("quick")
                for name in ("slow", "never"):
                    with contextlib.suppress(Exception):  # a part that goes on whatever happens
                        slow(name)
            finally:
                ended.set()

    events = Engine(Slow()).stream("What?")
    assert next(events).name == "quick"
    events.close()
    closed.set()
    assert ended.wait(60)
    assert took == ["quick", "slow"]


def test_a_closed_stream_leaves_no_time_to_parts_that_look():
    closed, seen = threading.Event(), queue.SimpleQueue()

    class Looking:
        def answer(self, question, query=None):
            step("first")(lambda: None)()
            closed.wait(60)
            seen.put(current_budget().seconds_left)

    for _ in Engine(Looking()).stream("What?"):
        break  # leaving the loop closes the stream
    closed.set()
    assert seen.get(timeout=60) == 0


def test_a_run_that_is_stopped_ends_at_its_next_step():
    stop, seen = threading.Event(), []

    def leave(step):
        seen.append(step.name)
        stop.set()

    with pytest.raises(Stopped):
        Engine(rag()).watch("What is a list?", leave, stop=stop)
    assert seen == ["retrieve"]


def test_a_stopped_run_spends_no_more_of_its_budget():
    stop = threading.Event()
    stop.set()
    with limited(Limits(), stop) as budget, pytest.raises(Stopped):
        budget.spend("searches")


def test_a_step_that_does_not_end_is_left_behind_when_the_time_is_up():
    ended = threading.Event()

    class Stuck:
        def answer(self, question, query=None):
            ended.wait(60)
            current_budget().check()
            raise AssertionError("it went on")

    try:
        began = time.monotonic()
        answer = Engine(Stuck(), limits=Limits(seconds=0.1)).ask("What is a list?")
        assert answer.text is None and answer.reason == "the budget for seconds is spent (0.1)"
        assert time.monotonic() - began < 30
    finally:
        ended.set()
