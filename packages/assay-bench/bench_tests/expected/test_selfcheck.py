"""The small experiment that CI runs with the shipped models, against what it should give."""

from __future__ import annotations

import json

import pytest

from assay.cli.main import run as command
from assay.config import Settings
from assay.errors import ModelError
from assay_bench.expected.expectation import Expectation, Met, check, read_expected
from assay_bench.expected.run import HERE, run
from assay_bench.request import Request

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("place", sorted(HERE.glob("*.toml")), ids=lambda path: path.stem)
def test_expectations_can_fail_and_their_questions_exist(place):
    expected = read_expected(place)
    assert expected.questions.is_file()
    assert expected.figures
    assert check(expected.figures, {"systems": []}) == [Met(e, None) for e in expected.figures]
    assert not any(Met(each, None).within for each in expected.figures)
    assert not any(
        Met(each, each.value + each.tolerance + 0.01).within for each in expected.figures
    )


def test_the_shipped_models_give_what_they_should(tmp_path, capsys):
    assert command(["bench", "selfcheck", "--out", str(tmp_path)]) == 0
    shown = capsys.readouterr().out
    assert "| crag | accuracy.value | 0.944 |" in shown
    assert "**off**" not in shown
    figures = json.loads((tmp_path / "summary.json").read_text("utf-8"))
    accuracy = {each["strategy"]: each["accuracy"]["value"] for each in figures["systems"]}
    assert accuracy["crag"] > accuracy["rag"]


def test_another_setting_is_noticed(tmp_path):
    settings = Settings(generator={"always_answer": True})
    with pytest.raises(ModelError, match="figures are off, first rag"):
        run(Request(data=None, out=tmp_path, settings=settings))
    assert "**off**" in (tmp_path / "selfcheck.md").read_text("utf-8")


def test_a_figure_is_found_by_its_path():
    summary = {"systems": [{"strategy": "rag", "metrics": {"f1": {"value": 0.5}}}]}
    wanted = Expectation("rag", "metrics.f1.value", 0.52, 0.02)
    assert check([wanted], summary)[0].within
    assert check([Expectation("rag", "metrics.f2.value", 0, 1)], summary)[0].measured is None
