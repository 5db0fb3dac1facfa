"""Evaluators on labelled retrievals."""

from __future__ import annotations

import json

import pytest

from assay.errors import InputError
from assay_bench.experiments.crag import table4
from bench_tests.experiments import varholm


def test_our_evaluator_tells_and_its_scores_are_kept(tmp_path):
    rows = varholm.rows()
    data = varholm.write(tmp_path / "search_r1_popqa.jsonl", [rows[0], rows[1], rows[10]])
    page = table4.run(varholm.request(tmp_path, tmp_path / "out")).read_text("utf-8")
    assert "| search_r1_popqa | assayer | 3 | 100.0 [100.0, 100.0] | 1.000 [" in page
    assert "- T5 (paper: 84.3): no folder was named" in page
    assert "- chat model, few-shot (paper: 64.7): no language model" in page
    kept = tmp_path / "out" / "scores.jsonl"
    lines = kept.read_text("utf-8").splitlines()
    assert [json.loads(line)[:3] for line in lines] == [
        ["assayer", "search_r1_popqa", id] for id in ("v1", "v2", "v11")
    ]
    # What stands there is believed, and a line torn by a kill is scored again.
    upside_down = json.dumps(["assayer", "search_r1_popqa", "v1", [-1.0] * 4])
    kept.write_text(f"{upside_down}\n{lines[1]}\n{lines[2][:20]}", "utf-8")
    page = table4.run(varholm.request(data, tmp_path / "out")).read_text("utf-8")
    assert "| assayer | 3 | 66.7 [" in page
    assert kept.read_text("utf-8").splitlines()[2] == lines[2]


def test_passages_without_labels_are_refused(tmp_path):
    row = varholm.rows()[0]
    for passage in row["passages"]:
        del passage["label"]
    data = varholm.write(tmp_path / "plain.jsonl", [row])
    with pytest.raises(InputError, match="no labelled passages"):
        table4.run(varholm.request(data, tmp_path / "out"))
    with pytest.raises(InputError, match="holds none of"):
        table4.run(varholm.request(tmp_path, tmp_path / "out"))
