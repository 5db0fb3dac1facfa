from __future__ import annotations

from dataclasses import replace

import pytest

from assay_bench.speed.int8_limit import multiply_adds_per_pair, theoretical_limit
from assay_bench.speed.machine import Machine, this_machine

LAPTOP = Machine("cpu", "x86_64", 2, 2_000.0, frozenset({"avx2", "avx512_vnni"}), "3.11", 0.0)


def test_the_limit_in_theory_is_cores_times_clock_times_width():
    limit = theoretical_limit(LAPTOP)
    assert limit.pairs_per_second == pytest.approx(2 * 2e9 * 128 / multiply_adds_per_pair())
    assert limit.note == "2 cores x 2000 MHz x 128 (AVX-512 VNNI, two units)"


@pytest.mark.parametrize("unknown", [{"megahertz": None}, {"flags": frozenset({"sse2"})}])
def test_what_cannot_be_known_is_not_guessed(unknown):
    limit = theoretical_limit(replace(LAPTOP, **unknown))
    assert limit.pairs_per_second is None
    assert "unknown" in limit.note


def test_the_network_has_ten_million_weights():
    assert multiply_adds_per_pair() == 160 * 10_616_832


def test_this_machine_is_described():
    facts = this_machine().facts()
    assert facts["cores"] >= 1
    assert facts["cpu"]
