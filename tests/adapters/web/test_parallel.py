from __future__ import annotations

import threading

from assay.adapters.web.deadline import Deadline
from assay.adapters.web.parallel import in_parallel
from assay.budget import Limits, current_budget, limited


def test_results_errors_and_latecomers_keep_their_places():
    late = threading.Event()

    def fail() -> str:
        raise ValueError("broken")

    def slow() -> str:
        late.wait(20)
        return "late"

    first, second, third = in_parallel([lambda: "done", fail, slow], Deadline.within(0.3))
    late.set()
    assert first == "done" and isinstance(second, ValueError) and third is None


def test_tasks_run_side_by_side():
    meeting = threading.Barrier(4)  # would never open if they ran one after another
    assert in_parallel([lambda: meeting.wait(5) >= 0] * 4, Deadline.within(5)) == [True] * 4


def test_no_more_workers_than_allowed():
    running, most = [], []

    def task() -> None:
        running.append(1)
        most.append(len(running))
        threading.Event().wait(0.02)
        running.pop()

    in_parallel([task] * 9, Deadline.within(5), workers=3)
    assert max(most) <= 3 and len(most) == 9


def test_a_task_sees_the_budget_of_the_run():
    with limited(Limits(seconds=123)) as budget:
        assert in_parallel([current_budget], Deadline.within(5)) == [budget]


def test_a_deadline_never_outlasts_the_budget():
    with limited(Limits(seconds=2)):
        assert Deadline.within(60).left < 2
