"""All experiments in one command: what can be run is run, what cannot is named."""

from __future__ import annotations

import json

import pytest

from assay_bench.catalogue import EXPERIMENTS
from assay_bench.experiments import papers
from assay_bench.runs.folder import RECORDS
from bench_tests.experiments import varholm

pytestmark = pytest.mark.slow


def test_every_experiment_of_the_papers_is_among_them():
    named = {f"assay_bench.experiments.{name}:run" for name in papers.QUICK}
    others = {"papers", "peers", "selfcheck"}
    assert named == {each.runs for name, each in EXPERIMENTS.items() if name not in others}


def test_one_page_for_all_and_a_reason_for_what_was_not_run(tmp_path):
    rows = [row for row in varholm.rows() if row.get("answers")]
    data = varholm.write(tmp_path / "crag_popqa.jsonl", rows).parent
    request = varholm.request(data, tmp_path / "out", quick=True)
    plan = {"crag.table5": 2, "cov_rag.table6": 2, "crag.raw": 2}
    page = papers.run(request, plan).read_text("utf-8")
    assert "## CRAG, table 5" in page
    assert "| choosing is better than the web always | popqa | 2 | +2.7, +6.0 | +0.0 [" in page
    assert "- cov_rag.table6: this experiment asks a language model" in page
    assert "holds no passages to retrieve from" in page
    records = tmp_path / "out" / "crag-table5" / "popqa" / RECORDS
    before = records.read_bytes()
    assert len({json.loads(line)["case"] for line in before.splitlines()}) == 2
    papers.run(request, plan)
    assert records.read_bytes() == before  # nothing is measured twice
