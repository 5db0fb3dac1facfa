"""The kinds of charts that tables of results turn into."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from assay_bench.extras import require
from assay_bench.metrics.abstention import Point
from assay_bench.metrics.bootstrap import Interval
from assay_bench.report.chart import DASHES, FAINT, INK, MARKERS, Chart, colour, drawable, drawn

WIDTH = 6.0
ROOM_AT_THE_TOP = 1.08


def bar_chart(bars: Sequence[tuple[str, Interval]], *, label: str, title: str = "") -> Chart:
    """One bar for each name with its interval, in percent, the first on top."""

    def draw(_: Any, axes: Any) -> None:  # noqa: ANN401 - matplotlib's own objects
        (panel,) = axes
        for row, (_, found) in enumerate(bars):
            panel.barh(row, 100 * found.value, height=0.62, color=colour(row))
            panel.plot([100 * found.low, 100 * found.high], [row, row], color=INK, linewidth=1.4)
            reach = 100 * max(found.high, found.value)
            panel.text(reach + 1, row, f"{100 * found.value:.1f}", va="center", fontsize=9)
        panel.set_yticks(range(len(bars)), [drawable(name) for name, _ in bars])
        panel.invert_yaxis()
        panel.tick_params(axis="y", length=0)
        highest = max((max(f.high, f.value) for _, f in bars), default=1.0)
        panel.set(
            xlabel=drawable(label),
            title=drawable(title),
            xlim=(0, max(1.0, 100 * highest * ROOM_AT_THE_TOP + 4)),
        )
        panel.grid(axis="x")

    said = "; ".join(f"{name} {100 * found.value:.1f}" for name, found in bars)
    size = (WIDTH, 1.1 + 0.42 * max(1, len(bars)))
    return drawn(draw, f"{title or label}: {said}", size=size)


def risk_coverage_chart(panels: Mapping[str, Mapping[str, Sequence[Point]]]) -> Chart:
    """Accuracy among the answered as more is answered, one panel for each set of curves."""

    def draw(_: Any, axes: Any) -> None:  # noqa: ANN401 - matplotlib's own objects
        for panel, (title, curves) in zip(axes, panels.items(), strict=False):
            for number, (name, points) in enumerate(curves.items()):
                panel.plot(
                    [100 * p.coverage for p in points],
                    [100 * p.accuracy for p in points],
                    **_line(number, name),
                    drawstyle="default",
                )
            panel.set(title=drawable(title), xlabel="answered, %", xlim=(0, 100), ylim=(0, 102))
            panel.grid()
        axes[0].set_ylabel("right among the answered, %")
        _legend(axes[-1], loc="lower left")

    ends = [
        f"{' '.join(filter(None, (title, name)))} {100 * points[-1].accuracy:.1f}"
        for title, curves in panels.items()
        for name, points in curves.items()
        if points
    ]
    said = f"accuracy over the share answered; when all is answered: {'; '.join(ends)}"
    size = (max(WIDTH, 4.2 * len(panels)), 3.8)
    return drawn(draw, said, size=size, panels=max(1, len(panels)))


@dataclass(frozen=True, slots=True)
class Tradeoff:
    """What one system reaches and what it costs."""

    name: str
    seconds: float
    accuracy: Interval


def tradeoff_chart(systems: Sequence[Tradeoff], *, label: str = "accuracy, %") -> Chart:
    """Accuracy against the time for one question; up and to the left is better."""

    def draw(_: Any, axes: Any) -> None:  # noqa: ANN401 - matplotlib's own objects
        ticker = require("matplotlib.ticker", extra="plots")
        (panel,) = axes
        for number, each in enumerate(systems):
            found = each.accuracy
            below, above = found.value - found.low, found.high - found.value
            panel.errorbar(
                [each.seconds],
                [100 * found.value],
                yerr=[[100 * max(0.0, below)], [100 * max(0.0, above)]],
                label=drawable(each.name),
                color=colour(number),
                marker=MARKERS[number % len(MARKERS)],
                linestyle="none",
                markersize=8,
                capsize=3,
            )
        positive = [each.seconds for each in systems if each.seconds > 0]
        if positive and max(positive) > 10 * min(positive):
            panel.set_xscale("log", subs=[])
            panel.xaxis.set_major_locator(ticker.LogLocator(subs=(1, 2, 5)))
            panel.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
        else:
            panel.set_xlim(0, max(positive, default=1.0) * 1.15)
        panel.set(xlabel="seconds for one question", ylabel=drawable(label))
        panel.set_ylim(bottom=0)
        panel.grid()
        _legend(panel, loc="center left", bbox_to_anchor=(1.0, 0.5))

    said = "; ".join(
        f"{each.name} {100 * each.accuracy.value:.1f} in {each.seconds:.3g} s" for each in systems
    )
    return drawn(draw, f"{label} against time: {said}", size=(WIDTH, 3.8))


def line_chart(
    lines: Mapping[str, Sequence[tuple[float, Interval]]], *, x_label: str, y_label: str
) -> Chart:
    """Figures in percent that change with something, with their intervals as bands (figure 3)."""

    def draw(_: Any, axes: Any) -> None:  # noqa: ANN401 - matplotlib's own objects
        (panel,) = axes
        for number, (name, points) in enumerate(lines.items()):
            at = [x for x, _ in points]
            panel.fill_between(
                at,
                [100 * found.low for _, found in points],
                [100 * found.high for _, found in points],
                color=colour(number),
                alpha=0.14,
                linewidth=0,
            )
            panel.plot(
                at,
                [100 * found.value for _, found in points],
                **_line(number, name),
                marker=MARKERS[number % len(MARKERS)],
                markersize=5,
            )
        panel.set(xlabel=drawable(x_label), ylabel=drawable(y_label))
        panel.set_ylim(bottom=0)
        panel.grid()
        _legend(panel, loc="best")
        panel.axhline(0, color=FAINT, linewidth=0.8)

    said = "; ".join(
        f"{name}: " + ", ".join(f"{100 * found.value:.1f} at {x:g}" for x, found in points)
        for name, points in lines.items()
    )
    return drawn(draw, f"{y_label} over {x_label}: {said}", size=(WIDTH, 3.8))


def _legend(panel: Any, **place: object) -> None:  # noqa: ANN401 - matplotlib's own object
    handles, labels = panel.get_legend_handles_labels()
    if handles:
        panel.legend(handles, labels, **place)


def _line(number: int, name: str) -> dict[str, object]:
    return {
        "label": drawable(name),
        "color": colour(number),
        "linestyle": DASHES[number % len(DASHES)],
        "linewidth": 1.8,
    }
