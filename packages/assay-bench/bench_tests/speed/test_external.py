from __future__ import annotations

from assay_bench.speed.external import measure, report


def test_a_small_run_measures_both_branches():
    found = measure(articles=20, queries=5)
    assert found.zim_articles == 20 and 0 < found.zim_median <= found.zim_worst
    assert found.delays >= 1  # no page can arrive before its delay is over
    assert "ZIM of 20 articles" in report(found)
