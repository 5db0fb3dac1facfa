"""An evaluator of one's own: train, export, calibrate, compare with ours, and write its card."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from assay.adapters.scorers.assayer import Assayer
from assay.adapters.scorers.calibrated import Curve
from assay.adapters.scorers.reranker import Reranker
from assay.adapters.scorers.t5_scorer import T5Scorer
from assay.errors import InputError
from assay.model_files import load_card
from assay.ports import RelevanceScorer
from assay_tuning.encoder import EncoderLearner
from assay_tuning.evaluator_files import (
    Origin,
    thresholds_on,
    write_encoder,
    write_encoder_card,
    write_report,
    write_t5,
    write_t5_card,
)
from assay_tuning.fit import CHECKPOINT, Epoch, Learner, Pair, Run, fit
from assay_tuning.labels import LabelledQuestion
from assay_tuning.measures import Bools, Comparison, Floats, compare
from assay_tuning.platt import fit_curve
from assay_tuning.rounding import plain
from assay_tuning.t5 import T5Learner

OURS = "assayer"
DEV_SHARE = 0.1
MIN_PAIRS = 20
MIN_OF_EACH = 5
SAME_PAIRS = "reported on the pairs that decided when to stop, so a little too well: give --test"


@dataclass(frozen=True, slots=True)
class Data:
    """Pairs to learn from, to stop by, and to report on, and the names of their files."""

    train: tuple[Pair, ...]
    dev: tuple[Pair, ...]
    test: tuple[Pair, ...]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Trained:
    """What the training brought."""

    history: tuple[Epoch, ...]
    result: Comparison
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Fitted:
    """A training before its report: every epoch, notes, and the test's scores in float32."""

    history: list[Epoch]
    notes: list[str]
    unrounded: Floats


def make_pairs(questions: Sequence[LabelledQuestion], limit: int = 0) -> tuple[Pair, ...]:
    """Every labelled passage with words, at most so many; a question's pairs share a group."""
    groups: dict[str, int] = {}
    pairs = [
        Pair(q.question, each.passage, each.label, groups.setdefault(q.question, len(groups)))
        for q in questions
        for each in q.passages
        if each.label is not None and any(map(str.isalnum, each.passage.text))
    ]
    return tuple(pairs[: limit or None])


def split_pairs(pairs: Sequence[Pair]) -> tuple[tuple[Pair, ...], ...]:
    """Pairs to learn from and pairs to stop by; no question stands on both sides."""

    def held(pair: Pair) -> bool:
        digest = hashlib.sha256(pair.question.encode("utf-8", "replace")).digest()
        return int.from_bytes(digest[:4]) < DEV_SHARE * 2**32

    return tuple(p for p in pairs if not held(p)), tuple(p for p in pairs if held(p))


def train_evaluator(data: Data, base: Path, backbone: str, run: Run) -> Trained:
    """Trains on the data and writes the evaluator to the run's folder; `base` is our own model."""
    _refuse_too_little(data)
    origin = Origin(backbone, data.names, len(data.train), len(data.dev))
    out = run.folder
    if backbone == OURS:
        fitted = _train_encoder(data, base, run)
        after: RelevanceScorer = Assayer(out)
    else:
        fitted = _train_t5(data, base, backbone, run)
        after = Reranker(out) if (out / "model.onnx").is_file() else T5Scorer(out)
    before = _scores(Assayer(base), data.test)
    labels = _labels(data.test)
    groups = [pair.group for pair in data.test]
    result = compare(before, fitted.unrounded, _scores(after, data.test), labels, groups)
    notes = [*fitted.notes, *([SAME_PAIRS] if data.test == data.dev else [])]
    write_report(out, origin, fitted.history, result, notes)
    (out / CHECKPOINT).unlink(missing_ok=True)
    return Trained(tuple(fitted.history), result, tuple(notes))


def _train_encoder(data: Data, base: Path, run: Run) -> _Fitted:
    learner, out = EncoderLearner(base), run.folder
    history = fit(learner, data.train, data.dev, run)
    plain(learner.module.encoder)  # the export rounds by itself
    unrounded = _in_float(learner, data.test)
    write_encoder(learner, base, out)
    curve = _curve(Assayer(out), data.dev)
    if curve is None:
        own = load_card(base).raw["calibration"]["passage"]
        write_encoder_card(out, load_card(base), Curve(own["relevance"], own["bias"]))
        kept = "calibrated as ours: too few labels to calibrate it anew"
        return _Fitted(history, [kept], unrounded)
    write_encoder_card(out, load_card(base), curve)
    return _Fitted(history, ["calibrated on the pairs that decided when to stop"], unrounded)


def _train_t5(data: Data, base: Path, name: str, run: Run) -> _Fitted:
    learner, out = T5Learner(name), run.folder
    history = fit(learner, data.train, data.dev, run)
    unrounded = _in_float(learner, data.test)
    has_graph = write_t5(learner, out)
    notes = [] if has_graph else ["too large for one ONNX file: it needs the extra `torch`"]
    scorer: RelevanceScorer = Reranker(out) if has_graph else T5Scorer(out)
    curve = _curve(scorer, data.dev)
    if curve is not None:
        write_t5_card(out, thresholds_on(curve, load_card(base).thresholds))
    return _Fitted(history, notes, unrounded)


def _in_float(learner: Learner, pairs: Sequence[Pair]) -> Floats:
    """One score for each pair by the network itself, before its weights are rounded."""
    learner.module.eval()
    return np.array(learner.judge(learner.encode(pairs), [p.label for p in pairs])[1])


def _curve(scorer: RelevanceScorer, pairs: Sequence[Pair]) -> Curve | None:
    labels = _labels(pairs)
    if min(int(labels.sum()), int((~labels).sum())) < MIN_OF_EACH:
        return None
    curve = fit_curve(_scores(scorer, pairs), labels)
    return curve if curve.slope > 0 else None


def _scores(scorer: RelevanceScorer, pairs: Sequence[Pair]) -> Floats:
    """One score for each pair; a question's passages are scored together."""
    scores = np.zeros(len(pairs))
    rows: dict[str, list[int]] = {}
    for number, pair in enumerate(pairs):
        rows.setdefault(pair.question, []).append(number)
    for question, numbers in rows.items():
        scores[numbers] = scorer.score(question, [pairs[i].passage for i in numbers])
    return scores


def _labels(pairs: Sequence[Pair]) -> Bools:
    return np.array([pair.label for pair in pairs], dtype=np.bool_)


def _refuse_too_little(data: Data) -> None:
    for name, pairs, least in (("to learn from", data.train, MIN_PAIRS), ("held out", data.dev, 2)):
        good = sum(pair.label for pair in pairs)
        if len(pairs) < least or not 0 < good < len(pairs):
            raise InputError(
                f"there are {len(pairs)} pairs {name}, {good} of them good: that is too little",
                hint=f"give at least {MIN_PAIRS} pairs, good and bad ones; --index finds bad ones",
            )
