"""`assay calibrate`: thresholds that keep a promise, from labelled questions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from assay.cli.options import AsJson, ConfigFile, IndexDir, ScorerPath, scorer_flags
from assay.errors import InputError, SettingsError
from assay_tuning.cli.labels_given import OURS, LabelFiles, as_asked, read_questions

if TYPE_CHECKING:
    from assay.config import Settings
    from assay.types import Thresholds
    from assay_tuning.calibrate import Calibrated, Judged
    from assay_tuning.guarantee import Promise

Target = Annotated[
    float,
    typer.Option("--target", metavar="P", help="CORRECT is right at least so often.", min=0.5),
]
IncorrectTarget = Annotated[
    float | None,
    typer.Option(
        "--target-incorrect", metavar="P", help="The same of INCORRECT; as --target if not set."
    ),
]
Confidence = Annotated[
    float,
    typer.Option("--confidence", metavar="P", help="How surely each promise holds.", min=0.5),
]
OutFile = Annotated[
    Path, typer.Option("--out", "-o", metavar="FILE", help="The settings file to write.")
]
Plots = Annotated[
    Path | None,
    typer.Option("--plots", metavar="DIR", help="Draw three figures there (SVG); extra plots."),
]
Check = Annotated[
    int,
    typer.Option(
        "--check", metavar="N", help="Calibrate N times on draws, and count broken promises.", min=0
    ),
]
Seed = Annotated[int, typer.Option("--seed", metavar="N", help="Another one splits otherwise.")]


def command(
    labels: LabelFiles,
    target: Target = 0.95,
    target_incorrect: IncorrectTarget = None,
    confidence: Confidence = 0.9,
    out: OutFile = Path("calibrated.toml"),
    index: IndexDir = None,
    scorer: ScorerPath = None,
    plots: Plots = None,
    check: Check = 0,
    seed: Seed = 0,
    as_json: AsJson = False,
    config: ConfigFile = None,
) -> int:
    """Fit the evaluator to your labels, with thresholds that keep a promise.

    The promise: when assay says CORRECT, some passage answers the question at least --target of the
    time, with --confidence; likewise for INCORRECT, that none does. It holds for any evaluator and
    any data, as long as the labelled questions are a fair sample. What it costs is shown: how often
    a verdict is still given. Give the --index that will be asked: our evaluator sees more of its
    passages than their text. Questions with answers but no passages are looked up there.

    [bold]Examples[/bold]

    assay calibrate labels.jsonl --index my-index --target 0.9

    assay calibrate questions.jsonl --index my-index --scorer my-evaluator --plots figures
    """
    from assay.cli.loaded import loaded_settings
    from assay.extras import require
    from assay.wiring import build_scorer
    from assay_documents.sandbox.regular_file import refuse_irregular
    from assay_tuning.calibrate import calibrate, judged_questions

    refuse_irregular(out)
    if plots is not None:  # before the work, and before the settings are written
        require("matplotlib", extra="plots")
    flags = {"index": {"dir": index}, "scorer": scorer_flags(scorer)}
    settings = _uncalibrated(loaded_settings(config, flags))
    correct, incorrect = _promises(target, target_incorrect, confidence)
    questions = as_asked(read_questions(labels, settings, "dev"), settings)
    judged = judged_questions(questions, build_scorer(settings))
    found = calibrate(judged, correct, incorrect, seed)
    if found is None or found.thresholds is None:
        raise _refusal(found, judged, correct)
    _write(out, settings, found, found.thresholds, (correct, incorrect))
    report = _report(settings, found, judged, (correct, incorrect), seed)
    if check:
        report["check"] = _checked(judged, correct, incorrect, check)
    if plots is not None:
        report["plots"] = _draw(plots, found, judged, correct, seed)
    _show({**report, "settings": str(out)}, as_json)
    return 0


def _promises(
    target: float, target_incorrect: float | None, confidence: float
) -> tuple[Promise, Promise]:
    """The promises of CORRECT and INCORRECT; the second has its own target if one is given."""
    from assay_tuning.guarantee import Promise

    correct = Promise(_share(target), _share(confidence))
    other = target if target_incorrect is None else _share(target_incorrect)
    return correct, Promise(other, correct.confidence)


def _share(value: float) -> float:
    if not 0 < value < 1:
        raise InputError(f"{value} is no share that can be promised", hint="give one below 1")
    return value


def _uncalibrated(settings: Settings) -> Settings:
    """The settings without the curve of an earlier calibration: it is fitted anew.

    What is fitted without an index must be used as it was fitted: on the passage alone.
    """
    by_words = settings.index.dir is not None or settings.scorer.name != OURS
    bare = {"slope": None, "bias": None, "index_words": by_words}
    return settings.model_copy(update={"scorer": settings.scorer.model_copy(update=bare)})


def _refusal(found: Calibrated | None, judged: list[Judged], promise: Promise) -> InputError:
    usable = f"{len(judged):,} questions have labels that decide"
    if judged and all(each.picked for each in judged):
        return InputError(
            f"{usable}, and all of them were picked (by a thumb, or for what they teach): a promise"
            " is tested on a fair sample",
            hint="label other questions with `assay label --fair`, and give both files",
        )
    if found is None or found.shortfall is None:
        return InputError(
            f"{usable}; that is too little of either kind, or the scores do not follow the labels",
            hint=f"label at least {2 * promise.least} questions, good and bad (`assay label`)",
        )
    best, needed = found.shortfall.best, found.shortfall.needed
    seen = f"at best CORRECT was right {best.precision:.1%} of {best.count} times"
    wanted = f"{promise.target:.0%} with {promise.confidence:.0%} confidence"
    if needed is None:
        hint = "lower --target, or make the evaluator better (`assay train evaluator`)"
        return InputError(f"{usable}, and no threshold reaches {wanted}: {seen}", hint=hint)
    return InputError(
        f"{usable}, too few to promise {wanted}: {seen}",
        hint=f"label about {needed:,} questions in all (`assay label`), or lower --target;"
        f" {promise.least} verdicts without an error is the least that can promise it",
    )


def _write(
    out: Path,
    settings: Settings,
    found: Calibrated,
    thresholds: Thresholds,
    promises: tuple[Promise, Promise],
) -> None:
    from assay.config.write import settings_toml

    chosen = settings.scorer.model_copy(
        update={
            "slope": found.curve.slope,
            "bias": found.curve.bias,
            "upper": thresholds.upper,
            "lower": thresholds.lower,
            "preset": None,
        }
    )
    correct, incorrect = promises
    lines = [
        "# Written by `assay calibrate`; use it with --config, or copy [scorer] to assay.toml.",
        f"# CORRECT is right at least {correct.target:.1%} of the time ({correct.confidence:.0%}).",
    ]
    if found.lower is not None:
        least = f"{incorrect.target:.1%} of the time ({incorrect.confidence:.0%})"
        lines.append(f"# INCORRECT is right at least {least}.")
    else:
        lines.append("# INCORRECT could not be promised and is never said: lower = -1.")
    made = settings_toml(settings.model_copy(update={"scorer": chosen}))
    out.write_text("\n".join(lines) + "\n\n" + made, encoding="utf-8")


def _report(
    settings: Settings,
    found: Calibrated,
    judged: list[Judged],
    promises: tuple[Promise, Promise],
    seed: int,
) -> dict[str, Any]:
    import numpy as np

    from assay_tuning.calibrate import pairs_of, split
    from assay_tuning.platt import calibration_error

    _, testing = split(judged, seed)
    scores, labels = pairs_of(testing)
    after = np.array(found.curve.scores(list(scores)))
    return {
        "questions": len(judged),
        "fitted": found.fitted,
        "tested": found.tested,
        "calibration_error": {
            "before": round(calibration_error(scores, labels), 4),
            "after": round(calibration_error(after, labels), 4),
        },
        "verdicts": {
            "correct": _said(found.correct, found.upper, promises[0]),
            "incorrect": _said(found.incorrect, found.lower, promises[1]),
        },
        "before": _before(settings, testing),
    }


def _said(said: Any, threshold: float | None, promise: Promise) -> dict[str, Any]:  # noqa: ANN401
    return {
        "threshold": threshold,
        "promised": promise.target if threshold is not None else None,
        "said": round(said.share, 4),
        "right": round(said.precision, 4) if said.count else None,
        "at_least": round(said.bound(promise.confidence), 4) if said.count else None,
    }


def _before(settings: Settings, testing: list[Judged]) -> dict[str, Any] | None:
    """What the thresholds that were in force say of the same questions."""
    import numpy as np

    from assay.wiring import build_thresholds
    from assay_tuning.guarantee import said_above

    try:
        old = build_thresholds(settings)
    except SettingsError:  # a scorer without thresholds: there is no before
        return None
    best = np.array([each.best for each in testing])
    holds = np.array([each.holds for each in testing])
    correct, incorrect = said_above(best, holds, old.upper), said_above(-best, ~holds, -old.lower)
    return {
        name: {"threshold": border, "said": round(s.share, 4), "right": round(s.precision, 4)}
        for name, border, s in (
            ("correct", old.upper, correct),
            ("incorrect", old.lower, incorrect),
        )
    }


def _checked(
    judged: list[Judged], correct: Promise, incorrect: Promise, draws: int
) -> dict[str, Any]:
    from dataclasses import asdict

    from assay_tuning.trials import run_trials

    fair = [each for each in judged if not each.picked]
    return asdict(run_trials(fair, correct, incorrect, draws=draws))


def _draw(
    folder: Path, found: Calibrated, judged: list[Judged], promise: Promise, seed: int
) -> list[str]:
    from assay_tuning.calibrate import best_scores, pairs_of, split
    from assay_tuning.plots import write_plots

    _, testing = split(judged, seed)
    thresholds = found.thresholds
    if thresholds is None:  # refused before anything is drawn
        return []
    questions = best_scores(testing, found.curve)
    files = write_plots(
        folder,
        pairs=pairs_of(testing),
        questions=questions,
        curve=found.curve,
        promise=promise,
        thresholds=thresholds,
    )
    return [str(file) for file in files]


def _show(report: dict[str, Any], as_json: bool) -> None:
    from assay.cli.console import out, print_json
    from assay_tuning.cli.calibration_view import calibration_text

    if as_json:
        print_json({"version": 1, **report})
    else:
        out().print(calibration_text(report), soft_wrap=True)
