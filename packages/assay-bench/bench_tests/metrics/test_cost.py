from __future__ import annotations

import pytest

from assay_bench.metrics.cost import Cost, Latency, cost, latency
from assay_bench.metrics.flops import LLAMA2_7B, Shape, forward_flops


def test_percentiles_by_hand():
    assert latency([float(n) for n in range(101)]) == Latency(50, 50, 90, 99)
    assert latency([]) == Latency(0, 0, 0, 0)


def test_cost_by_hand():
    assert cost([1_000, 3_000], [1, 0]) == Cost(2_000, 0.5)
    assert cost([], []) == Cost(0, 0)
    with pytest.raises(ValueError, match="1 values and 0"):
        cost([1], [])


def test_flops_by_hand():
    tiny = Shape(layers=2, hidden=4, vocabulary=10)
    assert forward_flops(tiny, tokens=3) == 2 * (24 * 3 * 16 + 4 * 9 * 4) + 2 * 3 * 4 * 10
    assert forward_flops(tiny, tokens=3, batch=2) == 2 * forward_flops(tiny, tokens=3)


def test_the_papers_figure_is_that_of_a_pass_over_a_long_prompt_not_of_one_token():
    assert forward_flops(LLAMA2_7B, 1) == pytest.approx(13.1e9, rel=0.01)
    assert forward_flops(LLAMA2_7B, 1_875) == pytest.approx(26.5e12, rel=0.01)
