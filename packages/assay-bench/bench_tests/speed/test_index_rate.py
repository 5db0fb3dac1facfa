from __future__ import annotations

import pytest

from assay.testing import FakeEmbedder
from assay_bench.speed.index_rate import measure_index_rate


def test_the_shares_of_a_run_add_up():
    rate = measure_index_rate(FakeEmbedder(), 20)
    assert rate.passages >= 20
    assert rate.passages_per_second > 0
    assert 0 < rate.read_share + rate.embed_share + rate.write_share <= 1 + 1e-6


def test_texts_of_ones_own_can_be_indexed(tmp_path):
    (tmp_path / "a.txt").write_text("Gold melts at one thousand degrees or more. " * 40)
    assert measure_index_rate(FakeEmbedder(), 5, tmp_path).passages == pytest.approx(3, abs=1)
