from __future__ import annotations

import os

import pytest

from assay_bench.speed.in_fresh_process import in_fresh_process


def test_it_runs_elsewhere_and_brings_the_result_back():
    assert in_fresh_process(os.getpid) not in (os.getpid(), None)


def test_errors_come_back_too():
    with pytest.raises(ValueError, match="invalid literal"):
        in_fresh_process(int, "x")
