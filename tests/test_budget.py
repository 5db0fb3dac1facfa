from __future__ import annotations

import threading
import time
from contextvars import copy_context

import pytest

from assay.budget import (
    COUNTED,
    Budget,
    Limits,
    current_budget,
    in_part_of_time,
    limited,
    part_of_time,
)
from assay.errors import BudgetSpentError, ServiceError


class Clock:
    """A clock that stands still until told to move."""

    now = 50.0

    def __call__(self):
        return self.now


def test_time_runs_out_and_never_goes_below_zero():
    clock = Clock()
    budget = Budget(Limits(seconds=2), clock)
    clock.now += 1.5
    budget.check()
    assert budget.seconds_left == 0.5
    clock.now += 9
    assert budget.seconds_left == 0
    with pytest.raises(BudgetSpentError, match="seconds") as raised:
        budget.check()
    assert raised.value.what == "seconds"
    assert "raise the limit" in raised.value.hint


@pytest.mark.parametrize("what", COUNTED)
def test_each_counted_limit_is_enforced_to_the_last_unit(what):
    budget = Budget(Limits(rounds=2, searches=2, tokens=2))
    budget.spend(what)
    budget.spend(what)
    with pytest.raises(BudgetSpentError, match=what):
        budget.spend(what)
    assert budget.spent[what] == 2
    assert sum(budget.spent.values()) == 2


def test_a_purchase_that_is_too_large_takes_nothing():
    budget = Budget(Limits(tokens=100))
    with pytest.raises(BudgetSpentError):
        budget.spend("tokens", 101)
    budget.spend("tokens", 100)
    assert budget.spent["tokens"] == 100


def test_spending_after_the_time_is_up_is_refused():
    clock = Clock()
    budget = Budget(Limits(seconds=1), clock)
    clock.now += 1
    with pytest.raises(BudgetSpentError, match="seconds"):
        budget.spend("searches")


def test_a_run_sees_its_own_budget_and_the_outer_one_comes_back():
    with limited(Limits(searches=1)) as outer:
        assert current_budget() is outer
        with limited(Limits(searches=7)) as inner:
            assert current_budget() is inner
        assert current_budget() is outer
    assert current_budget() is not outer


def test_the_outer_budget_comes_back_after_an_error():
    with limited(Limits()) as outer:
        with pytest.raises(ZeroDivisionError), limited(Limits()):
            raise ZeroDivisionError
        assert current_budget() is outer


def test_outside_a_run_the_default_limits_hold():
    assert current_budget().limits == Limits()


def test_a_thread_that_is_given_the_context_shares_the_budget():
    with limited(Limits(searches=1)) as budget:
        work = threading.Thread(
            target=copy_context().run, args=(lambda: current_budget().spend("searches"),)
        )
        work.start()
        work.join()
    assert budget.spent["searches"] == 1


def test_a_part_of_the_time_ends_before_the_whole_and_counts_with_it():
    stop = threading.Event()
    with limited(Limits(seconds=100, tokens=5), stop) as whole:
        with part_of_time(0.25) as part:
            assert current_budget() is part
            assert part.seconds_left <= 25
            part.spend("tokens", 3)
        assert current_budget() is whole
        assert whole.left("tokens") == 2
        stop.set()
        assert part.seconds_left == 0


def test_a_server_given_up_when_a_part_of_the_time_is_over_is_too_slow_and_not_in_trouble():
    def too_late() -> None:
        time.sleep(current_budget().seconds_left)
        raise ServiceError("gave no answer")

    def at_once() -> None:
        raise ServiceError("refused")

    with limited(Limits(seconds=0.2)) as budget:
        with pytest.raises(BudgetSpentError):
            in_part_of_time(0.5, too_late)
        budget.check()
        with pytest.raises(ServiceError):
            in_part_of_time(0.5, at_once)
