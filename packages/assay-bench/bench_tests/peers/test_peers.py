"""Jobs done beside others; who is not installed is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.config import Settings
from assay_bench.metrics.bootstrap import Interval
from assay_bench.peers.contender import Contender, Job, missing, not_installed, versions_of
from assay_bench.peers.overhead import overhead
from assay_bench.peers.run import page
from assay_bench.peers.searching import build_index, search_vectors, search_words
from assay_bench.peers.size import Size
from assay_bench.request import Request
from assay_bench.speed.machine import this_machine

pytestmark = pytest.mark.slow


def test_a_ratio_is_how_many_times_as_fast_ours_is():
    assert Contender("other", 5.0).ratio(10.0) == 2.0
    assert Contender("other", None).ratio(10.0) is None
    assert Contender("other", 5.0).ratio(None) is None


def test_the_missing_are_named_with_what_installs_them():
    assert missing(["numpy", "no-such-package"]) == ["no-such-package"]
    absent = not_installed("Rival", ["numpy", "no-such-package"])
    assert absent.rate is None
    assert absent.note == "not installed: `pip install no-such-package`"
    assert versions_of(["numpy"]).startswith("numpy ")


def test_all_search_among_the_same_vectors():
    size = Size(questions=1)
    with build_index(size) as folder:
        vectors = search_vectors(size, Path(folder))
        words = search_words(size, Path(folder))
    ours, exact, *_ = vectors.contenders
    assert ours.name == "assay, dense"
    assert ours.rate > 0
    assert exact.note == "100% of the ten best are found by ours"
    assert words.contenders[0].rate > 0
    assert words.contenders[1].rate is not None or "pip install bm25s" in words.contenders[1].note


def test_the_overhead_is_a_ratio_of_times(tmp_path):
    request = Request(data=None, out=tmp_path, settings=Settings())
    found = overhead(request)
    assert found.count == 18
    assert 0 < found.low <= found.value <= found.high


def test_the_page_has_ratios_versions_and_who_is_absent():
    job = Job(
        "Running",
        "miles/h",
        (Contender("assay", 6.0), Contender("hare", 12.0, "", "hare 1.0"), not_installed("x", [])),
        "On grass.",
    )
    request = Request(data=None, out=Path(), settings=Settings())
    text = page(this_machine(), Interval(1.1, 1.0, 1.2, 18), [job], request)
    assert "CRAG takes 1.10 [1.00, 1.20] times as long as RAG" in text
    assert "| hare | 12 | 0.5 x |  | hare 1.0 |" in text
    assert "| x |  |  | not installed: " in text
    assert "1.41" in text
