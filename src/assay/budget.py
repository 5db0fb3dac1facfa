"""The limits of one run: seconds, rounds, searches and tokens, so that every run ends."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from dataclasses import dataclass, field, replace
from typing import Literal, TypeVar, get_args

from assay.errors import BudgetSpentError, ServiceError

R = TypeVar("R")
RUN = "assay-run"
GRACE_SECONDS = 1.0  # for a run that looks at its budget, which ends by itself
Counted = Literal["rounds", "searches", "tokens"]
COUNTED: tuple[Counted, ...] = get_args(Counted)


class Stopped(BaseException):
    """Raised inside a run whose asker has left; no part may catch it and answer all the same."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one question may cost at most."""

    seconds: float = 60.0
    rounds: int = 3
    searches: int = 3
    tokens: int = 50_000


@dataclass(slots=True)
class Budget:
    """What is left of the limits while a run is under way."""

    limits: Limits
    clock: Callable[[], float] = time.monotonic
    started: float = field(init=False)
    spent: dict[Counted, int] = field(default_factory=lambda: dict.fromkeys(COUNTED, 0))
    stop: threading.Event | None = None
    left_behind: bool = False
    whole: Budget | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False, repr=False)

    def __post_init__(self) -> None:
        """Start the clock."""
        self.started = self.clock()

    @property
    def seconds_left(self) -> float:
        """Seconds until the time limit, never below zero; a run that nobody waits for has none."""
        if self._nobody_waits:
            return 0.0
        return max(0.0, self.limits.seconds - (self.clock() - self.started))

    @property
    def _nobody_waits(self) -> bool:
        if self.whole is not None and self.whole._nobody_waits:
            return True
        return self.left_behind or (self.stop is not None and self.stop.is_set())

    def left(self, what: Counted) -> int:
        """How much of a counted limit is left, never below zero."""
        return max(0, int(getattr(self.limits, what)) - self.spent[what])

    def check(self) -> None:
        """Raise when the time is up, or when nobody waits for the run any more."""
        if self._nobody_waits:
            raise Stopped
        if self.seconds_left <= 0:
            raise BudgetSpentError("seconds", self.limits.seconds)

    def spend(self, what: Counted, amount: int = 1) -> None:
        """Take from one of the counted limits, or raise if too little is left."""
        self.check()
        limit: int = getattr(self.limits, what)
        with self._lock:
            if self.spent[what] + amount > limit:
                raise BudgetSpentError(what, limit)
            self.spent[what] += amount


_current: ContextVar[Budget | None] = ContextVar("assay_budget", default=None)


def current_budget() -> Budget:
    """The budget of the run under way, or a fresh one with the default limits outside a run."""
    return _current.get() or Budget(Limits())


@contextmanager
def part_of_time(share: float) -> Iterator[Budget]:
    """Run a block that a run can do without in a share of the time left; all else is counted."""
    whole = current_budget()
    part = Budget(
        replace(whole.limits, seconds=share * whole.seconds_left),
        whole.clock,
        whole.spent,
        whole=whole,
    )
    token = _current.set(part)
    try:
        yield part
    finally:
        _current.reset(token)


@contextmanager
def limited(limits: Limits, stop: threading.Event | None = None) -> Iterator[Budget]:
    """Run a block under fresh limits that every part of it can see, until `stop` is set."""
    budget = Budget(limits, stop=stop)
    token = _current.set(budget)
    try:
        yield budget
    finally:
        _current.reset(token)


def in_time(work: Callable[[], R], budget: Budget) -> R:
    """What the work gives, or a BudgetSpentError soon after its time is up.

    It is done on a thread of its own: native code and slow servers cannot be interrupted, only
    left behind.
    """
    done: Future[R] = Future()

    def perform() -> None:
        try:
            done.set_result(work())
        except BaseException as error:  # noqa: BLE001 - handed over to the thread that waits
            done.set_exception(error)

    threading.Thread(target=copy_context().run, args=(perform,), name=RUN, daemon=True).start()
    try:
        return done.result(min(budget.seconds_left + GRACE_SECONDS, threading.TIMEOUT_MAX))
    except TimeoutError as late:
        if done.done():
            raise  # an error of the work itself
        raise BudgetSpentError("seconds", budget.limits.seconds) from late
    finally:
        budget.left_behind = not done.done()


def in_part_of_time(share: float, work: Callable[[], R]) -> R:
    """What the work gives in a share of the time left, or a BudgetSpentError soon after that.

    A runtime that does not look at the time while it reads a long prompt is left behind, so that
    the rest of the run has the rest of the time.
    """
    with part_of_time(share) as part:
        try:
            return in_time(work, part)
        except ServiceError as late:  # a server that was given up when the time was over
            if part.seconds_left > 0:
                raise
            raise BudgetSpentError("seconds", part.limits.seconds) from late
