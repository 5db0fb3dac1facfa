"""One drawn chart, and the forms it can be had in."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assay_bench.extras import require
from assay_bench.report.markup import escaped

INK, FAINT, PAPER = "#1c1c1e", "#c9c9ce", "#ffffff"
# Okabe and Ito's colours, told apart by people with any kind of colour vision.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8a6d00", "#5e3c99")
MARKERS = "osD^vPX*"
DASHES = ("-", "--", "-.", ":")
FONT = "DejaVu Sans"  # the one that matplotlib brings along
MAX_NAME = 40
_STYLE = {
    "svg.hashsalt": "assay",  # the same chart is the same file
    "svg.fonttype": "path",  # and looks the same where a font is missing
    "font.family": FONT,
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": FAINT,
    "axes.labelcolor": INK,
    "axes.titlesize": 11,
    "axes.titlelocation": "left",
    "axes.axisbelow": True,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "grid.color": FAINT,
    "grid.linewidth": 0.6,
    "legend.frameon": False,
    "legend.fontsize": 9,
}
_PROLOGUE = re.compile(r"^.*?(?=<svg)", re.DOTALL)
_METADATA = re.compile(r"\s*(?:<metadata>.*?</metadata>|<!--.*?-->)", re.DOTALL)
_ID = re.compile(r'(\bid="|href="#|url\(#)')

Draw = Callable[[Any, Any], None]


def colour(number: int) -> str:
    """The colour of the line or mark of that number."""
    return COLOURS[number % len(COLOURS)]


def drawable(text: str) -> str:
    """The text cut to fit, without signs that the font lacks; no formula is seen in it."""
    manager = require("matplotlib.font_manager", extra="plots")
    known = manager.get_font(manager.findfont(FONT)).get_charmap()
    cut = text if len(text) <= MAX_NAME else f"{text[: MAX_NAME - 1]}\u2026"
    return "".join(c if ord(c) in known else "\ufffd" for c in cut).replace("$", r"\$")


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart and what it says to somebody who cannot see it."""

    svg: str
    png: bytes
    description: str

    def save(self, stem: Path) -> tuple[Path, Path]:
        """Write `stem.svg` and `stem.png`; gives back both paths."""
        places = stem.with_name(f"{stem.name}.svg"), stem.with_name(f"{stem.name}.png")
        places[0].write_text(self.svg, "utf-8")
        places[1].write_bytes(self.png)
        return places

    def inline(self, name: str) -> str:
        """The SVG to stand inside a page, in the page's colours.

        `name` keeps its inner references apart from those of other charts.
        """
        svg = _METADATA.sub("", _PROLOGUE.sub("", self.svg))
        svg = _ID.sub(lambda found: f"{found[1]}{name}-", svg)
        for ours, theirs in ((INK, "currentColor"), (FAINT, "var(--line)"), (PAPER, "var(--card)")):
            svg = svg.replace(ours, theirs)
        label = f'role="img" aria-label="{escaped(self.description)}"'
        return svg.replace("<svg ", f"<svg {label} ", 1)


def drawn(draw: Draw, description: str, *, size: tuple[float, float], panels: int = 1) -> Chart:
    """The chart that `draw(figure, axes)` draws; `axes` are the panels, from left to right."""
    matplotlib = require("matplotlib", extra="plots")
    figures = require("matplotlib.figure", extra="plots")
    with matplotlib.rc_context({**matplotlib.rcParamsDefault, **_STYLE, "backend": "agg"}):
        figure = figures.Figure(figsize=size, layout="constrained", facecolor=PAPER)
        axes = figure.subplots(1, panels, squeeze=False)[0]
        draw(figure, axes)
        svg, png = io.StringIO(), io.BytesIO()
        figure.savefig(svg, format="svg", metadata={"Date": None, "Creator": None})
        figure.savefig(png, format="png", dpi=150, metadata={"Software": None})
    return Chart(svg.getvalue(), png.getvalue(), description)
