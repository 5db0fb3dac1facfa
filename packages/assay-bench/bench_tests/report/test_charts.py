from __future__ import annotations

import io
import re
import sys
from xml.etree import ElementTree

import pytest
from PIL import Image

from assay.errors import MissingExtraError
from assay_bench.metrics.abstention import Point
from assay_bench.metrics.bootstrap import Interval
from assay_bench.report.charts import (
    Tradeoff,
    bar_chart,
    line_chart,
    risk_coverage_chart,
    tradeoff_chart,
)

HALF, MORE = Interval(0.5, 0.4, 0.6, 20), Interval(0.75, 0.7, 0.8, 20)
HOSTILE = 'x" onload="alert(1)"><script>$\\frac{1}$'
CURVE = [Point(0.5, 1.0), Point(1.0, 0.6)]


def every_chart():
    return {
        "bars": bar_chart([("rag", HALF), (HOSTILE, MORE)], label="accuracy, %"),
        "curves": risk_coverage_chart({"": {"rag": CURVE, HOSTILE: CURVE}}),
        "panels": risk_coverage_chart({"popqa": {"rag": CURVE}, "nq": {"rag": CURVE}}),
        "tradeoff": tradeoff_chart([Tradeoff("rag", 0.1, HALF), Tradeoff(HOSTILE, 3.0, MORE)]),
        "close": tradeoff_chart([Tradeoff("rag", 0.1, HALF), Tradeoff("crag", 0.0, MORE)]),
        "lines": line_chart({HOSTILE: [(0, MORE), (50, HALF)]}, x_label="removed", y_label="right"),
    }


@pytest.fixture(scope="module")
def charts():
    return every_chart()


def test_every_chart_is_the_same_each_time(charts):
    assert every_chart() == charts


@pytest.mark.parametrize("name", ["bars", "curves", "panels", "tradeoff", "close", "lines"])
def test_a_chart_is_a_picture_in_both_forms(charts, name, tmp_path):
    svg, png = charts[name].save(tmp_path / "a.chart")
    assert [svg.name, png.name] == ["a.chart.svg", "a.chart.png"]
    assert ElementTree.parse(svg).getroot().tag.endswith("svg")
    with Image.open(io.BytesIO(png.read_bytes())) as image:
        assert len(image.getcolors(1 << 24)) > 10


@pytest.mark.parametrize("name", ["bars", "curves", "lines", "tradeoff"])
def test_a_chart_inside_a_page_is_well_formed_and_says_what_it_shows(charts, name):
    inline = charts[name].inline("here")
    root = ElementTree.fromstring(inline)
    assert root.attrib["role"] == "img"
    assert HOSTILE in root.attrib["aria-label"]
    assert "<script" not in inline
    assert "metadata" not in inline
    assert "currentColor" in inline
    ids = set(re.findall(r'\bid="([^"]+)"', inline))
    assert ids
    assert all(each.startswith("here-") for each in ids)
    used = re.findall(r'(?:href="#|url\(#)([^")]+)', inline)
    assert used
    assert set(used) <= ids


def test_figures_are_said_in_words(charts):
    assert "rag 50.0" in charts["bars"].description
    assert "when all is answered: rag 60.0" in charts["curves"].description
    assert "rag 50.0 in 0.1 s" in charts["tradeoff"].description
    assert "75.0 at 0, 50.0 at 50" in charts["lines"].description


def test_nothing_to_draw_is_an_empty_chart():
    assert "<svg" in bar_chart([], label="accuracy").inline("x")
    assert "<svg" in tradeoff_chart([]).inline("x")
    assert "<svg" in risk_coverage_chart({}).inline("x")
    assert "<svg" in line_chart({}, x_label="x", y_label="y").inline("x")


def test_without_matplotlib_the_error_names_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingExtraError) as error:
        bar_chart([("rag", HALF)], label="accuracy")
    assert "assay-rag-bench[plots]" in error.value.hint
