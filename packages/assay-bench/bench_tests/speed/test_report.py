from __future__ import annotations

import io
import json

import pytest
from rich.console import Console

from assay_bench.speed.ask_latency import AskLatency
from assay_bench.speed.index_rate import IndexRate
from assay_bench.speed.machine import this_machine
from assay_bench.speed.pair_rate import TEN_AT_A_TIME, PairRate, absent
from assay_bench.speed.report import as_data, as_tables
from assay_bench.speed.results import Results

RESULTS = Results(
    machine=this_machine(),
    indexing=IndexRate(1_500, 40.0, 0.05, 0.85, 0.1, 300.0),
    asking=(AskLatency(1_000, 28, 900.0, 300.0, 350.0, 1.5, 400.0, {"retrieve": 20.0}),),
    scoring=(
        PairRate(TEN_AT_A_TIME, 30.0, 990),
        PairRate("slower", 10.0, 500),
        absent("peer", "some_package"),
    ),
)


def test_ratios_are_against_our_own_scorer():
    scoring = as_data(RESULTS)["scoring"]
    assert [each["assay_is_times_as_fast"] for each in scoring] == [1.0, 3.0, None]


def test_the_data_can_be_written_as_json_and_keeps_every_number():
    data = json.loads(json.dumps(as_data(RESULTS)))
    assert data["indexing"]["embed_share"] == 0.85
    assert data["asking"][0]["steps_ms"] == {"retrieve": 20.0}
    assert data["machine"]["cores"] == RESULTS.machine.cores


@pytest.mark.parametrize(
    "words",
    ["85.0%", "1,000", "93.0%", " 3 x", "not installed: some_package", "random unit"],
)
def test_the_tables_show_the_numbers(words):
    console = Console(width=160, record=True, file=io.StringIO())
    console.print(as_tables(RESULTS))
    assert words in console.export_text()


def test_without_our_own_scorer_there_are_no_ratios():
    without = Results(RESULTS.machine, RESULTS.indexing, (), RESULTS.scoring[1:])
    assert [each["assay_is_times_as_fast"] for each in as_data(without)["scoring"]] == [None, None]
