"""Time and arithmetic, the latter by hand."""

from __future__ import annotations

import pytest

from assay.types import Passage
from assay_bench.case import Case
from assay_bench.experiments.crag import table6
from assay_bench.experiments.crag.table6 import ASSAYER, tera_flops
from assay_bench.metrics.flops import LLAMA2_7B, forward_flops
from assay_bench.runs.record import Record
from bench_tests.experiments import varholm

CASE = Case("1", "one two", internal=(Passage("p", "three four five", document="p"),))


def _record(strategy, *texts, scores=()):
    answer = {"evidence": [{"text": text} for text in texts], "scores": list(scores)}
    return Record(strategy, "1", "one two", answer, None)


def test_one_pass_over_everything_or_one_for_each_piece():
    texts = ("three four five", "six")
    together = tera_flops(CASE, _record("RAG", *texts))
    assert together == pytest.approx(forward_flops(LLAMA2_7B, 6) / 1e12)
    apart = tera_flops(CASE, _record("Self-RAG", *texts))
    expected = forward_flops(LLAMA2_7B, 5) + forward_flops(LLAMA2_7B, 3)
    assert apart == pytest.approx(expected / 1e12)


def test_judging_is_added_where_passages_were_judged():
    judged = tera_flops(CASE, _record("CRAG", "six", scores=[{"score": 1}]))
    expected = forward_flops(LLAMA2_7B, 3) + forward_flops(ASSAYER, 5)
    assert judged == pytest.approx(expected / 1e12)


def test_the_page_has_both(tmp_path):
    data = varholm.write(tmp_path / "popqa.jsonl", varholm.rows()[:1])
    page = table6.run(varholm.request(data, tmp_path / "out")).read_text("utf-8")
    assert "| popqa | seconds | CRAG | 1 | " in page
    assert " | 0.512 |" in page
    assert "| popqa | TFLOPs | Self-RAG | 1 | " in page
    assert "| 26.5 to 132.4 |" in page
