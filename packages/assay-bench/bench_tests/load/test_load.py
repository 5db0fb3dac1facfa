from __future__ import annotations

import itertools
import json

import pytest

from assay.errors import ServiceError
from assay_bench.load.askers import Tally, ask_at_once, ask_for
from assay_bench.load.measure import LoadPlan, LoadResult, measure_load
from assay_bench.load.report import load_facts, load_table
from assay_bench.load.served import served
from tests.local_site import Reply, as_json, local_site

pytestmark = pytest.mark.slow


def answered(asked):
    return as_json({"scores": [0.1, 0.2], "question": asked.json["question"]})


def test_askers_ask_until_the_time_is_up_and_count_what_came_back():
    with local_site() as site:
        site.routes["/v1/ask"] = answered
        tally = ask_for(site.url, 3, (f"What {n}?" for n in itertools.count()), 0.2)
    assert len(tally.latencies) >= 3 and tally.errors == []
    assert tally.pairs == 2 * len(tally.latencies)
    asked = [each.json["question"] for each in site.asked]
    assert len(set(asked)) == len(asked)


def test_refusals_and_errors_are_told_apart():
    replies = iter([Reply(status=429, headers={"retry-after": "1"}), Reply(status=429)])
    with local_site() as site:
        site.routes["/v1/ask"] = lambda asked: next(replies, Reply(status=500))
        tally = ask_at_once(site.url, ["a", "b", "c"])
    assert (tally.shed, tally.shed_without_time, tally.errors) == (2, 1, ["500"])


def test_percentiles_lie_between_the_latencies():
    tally = Tally(1, 10.0, [n / 100 for n in range(1, 101)])
    assert tally.percentile(0.5) == pytest.approx(0.505, abs=0.01)
    assert tally.percentile(0.99) == pytest.approx(0.99, abs=0.01)
    assert Tally(1, 1.0, [0.3]).percentile(0.99) == 0.3


def test_ratios_are_of_rates_of_the_same_run():
    result = LoadResult(LoadPlan(askers=4), encoder_pairs=400, encoder_seconds=10.0)
    result.encoder_processor_seconds = 20.0
    result.one = [Tally(1, 10.0, [0.5] * 20, pairs=200, processor_seconds=12.5)]
    result.many = [Tally(4, 10.0, [2.0] * 38, pairs=380)]
    result.memory_mb = [100.0] * 3 + [110.0] * 3 + [111.0] * 3
    facts = load_facts(result)
    assert facts["encoder_pairs_per_second"] == 40.0
    assert (facts["share_of_encoder_one"], facts["share_of_encoder_many"]) == (0.5, 0.95)
    assert facts["many_to_one"] == 1.9
    assert facts["encoder_processor_share_one"] == 0.8
    assert facts["p99_to_single_answers"] == 1.0
    assert facts["memory_growth_mb"] == 1.0
    assert "| 4 askers to one asker | 1.9 |" in load_table(result)
    json.dumps(facts)


def test_a_server_that_does_not_start_is_told(tmp_path):
    with pytest.raises(ServiceError), served(tmp_path / "index", tmp_path, "--no-such-flag"):
        pass


def test_a_small_measurement_runs_to_its_end(tmp_path):
    plan = LoadPlan(askers=3, rounds=1, seconds=1.0, passages=40, soak_minutes=0.1)
    result = measure_load(tmp_path, plan, None, lambda line: None)
    facts = load_facts(result)
    assert facts["one"]["answers"] and facts["many"]["answers"] and facts["memory_mb"]
    assert facts["burst"]["shed"] > 0 and facts["burst"]["errors"] == 0
    assert load_table(result)
