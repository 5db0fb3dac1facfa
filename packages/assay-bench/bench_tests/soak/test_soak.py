"""What a soak needs before it can run for long; the soak itself takes minutes."""

from __future__ import annotations

from itertools import islice

from assay_bench.soak.measure import QUESTIONS, Sample, SoakResult, endless_questions


def test_the_questions_do_not_end_and_none_comes_twice():
    asked = list(islice(endless_questions(), 2 * QUESTIONS + 5))
    assert len(set(asked)) == len(asked) == 2 * QUESTIONS + 5


def test_growth_is_that_of_the_last_third_over_the_second():
    samples = [Sample(float(mb), 5, 9) for mb in (1, 1, 1, 10, 10, 10, 12, 12, 12)]
    result = SoakResult(1.0, samples=samples)
    assert result.growth(lambda each: each.memory_mb) == 2
    assert result.growth(lambda each: each.files) == 0
    assert SoakResult(1.0).growth(lambda each: each.files) == 0
