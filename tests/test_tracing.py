from __future__ import annotations

import threading
from contextvars import copy_context

import pytest

from assay.errors import ServiceError
from assay.tracing import recording, say, silent, step, voiced


@step("inner", lambda result: {"result": result})
def inner(value):
    return value + 1


@step("outer")
def outer(value):
    return inner(value) * 10


@step("broken")
def broken():
    raise KeyError("lost")


def test_steps_work_the_same_when_nobody_watches():
    assert outer(1) == 20


def test_steps_are_recorded_as_they_end_with_depth_and_facts():
    with recording() as record:
        assert outer(1) == 20
        inner(5)
    assert [(s.name, s.depth, s.facts) for s in record.steps] == [
        ("inner", 1, {"result": 2}),
        ("outer", 0, {}),
        ("inner", 0, {"result": 6}),
    ]
    nested, around, _ = record.steps
    assert around.at_ms <= nested.at_ms
    assert nested.at_ms + nested.ms <= around.at_ms + around.ms


def test_a_failing_step_is_recorded_and_fails():
    with recording() as record:
        with pytest.raises(KeyError):
            broken()
        inner(0)
    assert record.steps[0].facts == {"error": "KeyError: 'lost'"}
    assert record.steps[1].depth == 0


def test_an_inner_error_is_recorded_by_the_name_that_users_know():
    class _AgainError(ServiceError):
        pass

    @step("ask")
    def ask():
        raise _AgainError("the server is in trouble")

    with recording() as record, pytest.raises(ServiceError):
        ask()
    assert record.steps[0].facts == {"error": "ServiceError: the server is in trouble"}


def test_a_listener_hears_each_step_when_it_ends():
    heard = []
    with recording(lambda each: heard.append(each.name)):
        outer(1)
    assert heard == ["inner", "outer"]


def test_recordings_do_not_leak_into_each_other():
    with recording() as first:
        inner(1)
        with recording() as second:
            outer(1)
        inner(2)
    inner(3)
    assert [s.name for s in first.steps] == ["inner", "inner"]
    assert [s.name for s in second.steps] == ["inner", "outer"]


def test_threads_side_by_side_do_not_disturb_each_others_depth():
    both_inside = threading.Barrier(2)

    @step("waiting")
    def waiting():
        both_inside.wait(10)
        inner(0)
        both_inside.wait(10)

    @step("around")
    def around():
        threads = [threading.Thread(target=copy_context().run, args=(waiting,)) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    with recording() as record:
        around()
        inner(0)
    depths = [(s.name, s.depth) for s in record.steps]
    assert depths == [("inner", 2)] * 2 + [("waiting", 1)] * 2 + [("around", 0), ("inner", 0)]


def test_a_decorated_function_keeps_its_name():
    assert inner.__name__ == "inner"


def test_only_voiced_words_are_heard():
    heard = []
    with recording(text_listener=lambda piece: heard.append(piece.text)):
        say("a scorer thinks aloud")
        with voiced():
            say("the ")
            say("")
            say("answer")
        say("too late")
    with voiced():
        say("nobody listens")
    assert heard == ["the ", "answer"]


def test_drafts_that_may_never_win_are_not_heard():
    heard: list[str] = []
    with recording(text_listener=lambda piece: heard.append(piece.text)):
        with silent(), voiced():
            say("a draft")
        with voiced():
            say("the answer")
    assert heard == ["the answer"]
