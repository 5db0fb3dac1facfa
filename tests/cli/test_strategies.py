from __future__ import annotations

import pytest

from assay.wiring.catalogue import strategy_names


@pytest.mark.usefixtures("fakes")
def test_every_strategy_is_listed_with_its_paper_and_what_is_missing(assay):
    result = assay("strategies", "--json")
    assert result.code == 0
    rows = {row["name"]: row for row in result.json}
    assert set(rows) == set(strategy_names())
    assert all(row["line"] and row["paper"] and row["needs"] for row in rows.values())
    assert not rows["crag"]["ready"]
    assert rows["crag"]["missing"] == ["no index is named (--index DIR)"]
    assert len(rows["plan"]["missing"]) == 2


def test_flags_decide_what_can_run(assay, fakes):
    (fakes / "i").mkdir()
    result = assay("strategies", "--index", "i", "--json")
    ready = {row["name"] for row in result.json if row["ready"]}
    assert ready >= {"crag", "rag", "rewrite_first", "adaptive"}
    assert not ready & {"plan", "star", "rag_web"}
    more = assay(
        "strategies", "--index", "i", "--fallback-index", "i", "--model", "m",
        "--base-url", "http://127.0.0.1:1", "--json",
    )  # fmt: skip
    ready = {row["name"] for row in more.json if row["ready"]}
    assert ready >= {"plan", "star", "rag_web", "no_retrieval"}


@pytest.mark.usefixtures("fakes")
def test_people_read_one_line_the_paper_and_the_reason(assay):
    shown = assay("strategies").out
    assert "plan           plans its searches" in shown
    assert "PlanRAG (Lee et al. 2024)" in shown
    assert "cannot run: no language model is chosen" in shown
    assert max(map(len, shown.splitlines())) <= 80


def test_a_plugin_is_listed_too(assay, fakes, tmp_path):
    info = tmp_path / "site" / "fakes-1.0.dist-info" / "entry_points.txt"
    info.write_text(info.read_text() + "[assay.strategies]\nmine = assay.testing:FakeStrategy\n")
    (row,) = (row for row in assay("strategies", "--json").json if row["name"] == "mine")
    assert (row["line"], row["ready"]) == ("a plugin's strategy", True)
