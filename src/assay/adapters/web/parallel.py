"""Wait for several slow things at once, and for none of them past a deadline."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Sequence
from contextvars import copy_context
from typing import TypeVar

from assay.adapters.web.deadline import Deadline
from assay.budget import current_budget
from assay.errors import BudgetSpentError

T = TypeVar("T")


def in_parallel(
    tasks: Sequence[Callable[[], T]], deadline: Deadline, workers: int = 8
) -> list[T | Exception | None]:
    """For each task its result, its error, or None when it was too late.

    The threads are daemons and see the caller's budget; one that overruns is left to end at its
    own timeouts and keeps neither the caller nor the end of the program waiting.
    """
    todo: queue.SimpleQueue[int] = queue.SimpleQueue()
    done: queue.SimpleQueue[tuple[int, T | Exception]] = queue.SimpleQueue()
    for number in range(len(tasks)):
        todo.put(number)

    def work() -> None:
        while not deadline.passed:
            try:
                number = todo.get_nowait()
            except queue.Empty:
                return
            try:
                done.put((number, tasks[number]()))
            except Exception as error:  # noqa: BLE001 - handed over to the caller's thread
                done.put((number, error))

    for _ in range(min(workers, len(tasks))):
        threading.Thread(target=copy_context().run, args=(work,), daemon=True).start()
    results: list[T | Exception | None] = [None] * len(tasks)
    for _ in tasks:
        try:
            number, result = done.get(timeout=deadline.left)
        except queue.Empty:
            break
        results[number] = result
    return results


def all_in_parallel(tasks: Sequence[Callable[[], T]], workers: int = 8) -> list[T]:
    """The result of each task within the budget of the run, or the first error of them."""
    budget = current_budget()
    results: list[T] = []
    for outcome in in_parallel(tasks, Deadline.within(budget.seconds_left), workers):
        if isinstance(outcome, Exception):
            raise outcome
        if outcome is None:
            raise BudgetSpentError("seconds", budget.limits.seconds)
        results.append(outcome)
    return results
