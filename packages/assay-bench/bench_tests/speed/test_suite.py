from __future__ import annotations

import json

import pytest

from assay_bench.speed.pair_rate import TEN_AT_A_TIME
from assay_bench.speed.plan import Plan
from assay_bench.speed.report import as_data

pytestmark = pytest.mark.slow

pytest.importorskip("assay.adapters.scorers.assayer", reason="needs the default scorer")


def test_a_tiny_run_measures_everything_once(tmp_path):
    from assay_bench.speed.suite import run

    text = "Golden rings never rust, however often people wash them. Iron gates do."
    (tmp_path / "metals.txt").write_text(text)
    plan = Plan(
        sizes=(40,),
        questions=3,
        index_passages=3,
        pairs=20,
        max_seconds=1,
        limit_seconds=0.01,
        with_t5=False,
        data=tmp_path,
    )
    told = []
    data = as_data(run(plan, told.append))
    json.dumps(data)
    assert data["indexing"]["passages"] > 0
    (asked,) = data["asking"]
    assert asked["passages"] == 40
    assert {"retrieve", "score", "judge"} <= set(asked["steps_ms"])
    names = [each["name"] for each in data["scoring"]]
    assert names[0] == TEN_AT_A_TIME
    assert len(names) == len(set(names)) == 6
    assert data["scoring"][0]["assay_is_times_as_fast"] == 1.0
    for each in data["scoring"]:
        assert each["pairs_per_second"] is not None or each["note"]
    assert told[0] == "indexing 3 passages"
