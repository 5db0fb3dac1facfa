"""Three figures of a calibration: reliability, risk against coverage, shares of the actions."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from assay.adapters.scorers.calibrated import Curve
from assay.extras import require
from assay.types import Thresholds
from assay_tuning.bounds import lower_bound
from assay_tuning.guarantee import Bools, Floats, Promise, candidates, said_above
from assay_tuning.platt import reliability

FILES = ("reliability.svg", "risk-coverage.svg", "actions.svg")
SIZE = (5.0, 4.0)


def write_plots(
    folder: Path,
    *,
    pairs: tuple[Floats, Bools],
    questions: tuple[Floats, Bools],
    curve: Curve,
    promise: Promise,
    thresholds: Thresholds,
) -> list[Path]:
    """The figures as SVG files in the folder; scores of `questions` are calibrated already."""
    figure_module = require("matplotlib.figure", extra="plots")
    folder.mkdir(parents=True, exist_ok=True)
    draw: tuple[Callable[[Any], None], ...] = (
        partial(_reliability, pairs=pairs, curve=curve),
        partial(_risk, questions=questions, promise=promise),
        partial(_actions, scores=questions[0], thresholds=thresholds),
    )
    written = []
    for name, plot in zip(FILES, draw, strict=True):
        figure = figure_module.Figure(figsize=SIZE, layout="constrained")
        axes = figure.add_subplot()
        plot(axes)
        axes.grid(visible=True, alpha=0.3)
        axes.legend()
        figure.savefig(folder / name, metadata={"Date": None})
        written.append(folder / name)
    return written


def _reliability(axes: Any, pairs: tuple[Floats, Bools], curve: Curve) -> None:  # noqa: ANN401
    scores, labels = pairs
    axes.plot([0, 1], [0, 1], color="grey", linestyle=":")
    after = np.array(curve.scores(list(scores)))
    for name, values in (("as it was", scores), ("calibrated", after)):
        rows = reliability(values, labels)
        axes.plot([row[0] for row in rows], [row[1] for row in rows], marker="o", label=name)
    axes.set_xlabel("probability said")
    axes.set_ylabel("share that is true")


def _risk(axes: Any, questions: tuple[Floats, Bools], promise: Promise) -> None:  # noqa: ANN401
    rows = [said_above(*questions, threshold) for threshold in candidates(questions[0])]
    rows = sorted((said for said in rows if said.count), key=lambda said: said.share)
    shares = [said.share for said in rows]
    axes.plot(shares, [1 - said.precision for said in rows], label="share wrong, as seen")
    worst = [1 - lower_bound(said.right, said.count, promise.confidence) for said in rows]
    axes.plot(shares, worst, linestyle="--", label=f"at most, with {promise.confidence:.0%}")
    axes.axhline(promise.allowed, color="grey", linestyle=":", label="allowed")
    axes.set_xlabel("share of questions said CORRECT")
    axes.set_ylabel("share of them that is wrong")


def _actions(axes: Any, scores: Floats, thresholds: Thresholds) -> None:  # noqa: ANN401
    places = np.linspace(-1, 1, 201)
    ordered = np.sort(scores)
    below = np.searchsorted(ordered, places, side="left") / len(ordered)
    above = 1 - np.searchsorted(ordered, places, side="right") / len(ordered)
    axes.plot(places, above, label="CORRECT, if upper were here")
    axes.plot(places, below, label="INCORRECT, if lower were here")
    axes.axvline(thresholds.upper, color="tab:blue", linestyle=":")
    axes.axvline(thresholds.lower, color="tab:orange", linestyle=":")
    axes.set_xlabel("threshold")
    axes.set_ylabel("share of questions")
