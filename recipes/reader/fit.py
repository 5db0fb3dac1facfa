"""Fits how passages rank and when there is an answer: `python -m recipes.reader.fit --help`.

Ranking: the likelihood that a passage with the evidence comes first among those that were found.
Gate: a logistic regression over the first passage, whether the documents answer at all; questions
with and without an answer weigh the same, so that the scale does not depend on their numbers. Every
figure that is printed is of corpora that the weights were not fitted on.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from assay.reader.features import FEATURES, MAX_AHEAD, QUESTION_FEATURES

Floats = NDArray[np.float64]
NAMES = [feature.name for feature in FEATURES]
RANK = ["relevance", "lead", "rank", "similar", "behind"]
ANSWERS = ["relevance", "lead", "similar", "list", "lacks_kind", "ahead", "least", "long"]
RANK_PENALTY, ANSWERS_PENALTY = 10.0, 0.03
REFUSED = 0.7  # of the questions without an answer, on corpora that are left out


@dataclass(frozen=True, slots=True)
class Row:
    """One question: the features of its passages, and which of them hold the evidence."""

    corpus: str
    answerable: bool
    passages: Floats
    holds: NDArray[np.bool_]
    question: dict[str, float]

    @classmethod
    def read(cls, row: dict[str, Any]) -> Row:
        """The row of a line that `gather.py` wrote."""
        passages = np.array([[each[name] for name in NAMES] for each in row["passages"]])
        holds = np.array(row["holds"], bool)
        return cls(row["corpus"], row["answerable"], passages, holds, row["question"])


def fit_rank(rows: Sequence[Row]) -> dict[str, float]:
    """The weights with which a passage that holds the evidence comes first most likely."""
    columns = [NAMES.index(name) for name in RANK]
    told = [(r.passages[:, columns], r.holds) for r in rows if r.holds.any() and not r.holds.all()]
    spread = np.vstack([passages for passages, _ in told]).std(axis=0) + 1e-9

    def loss(weights: Floats) -> tuple[float, Floats]:
        total = 0.5 * RANK_PENALTY * float(weights @ weights)
        slope = RANK_PENALTY * weights
        for passages, holds in told:
            scaled = passages / spread
            chance = np.exp(scaled @ weights - (scaled @ weights).max())
            chance /= chance.sum()
            right = chance[holds].sum() + 1e-12
            total -= float(np.log(right))
            slope = slope - (chance * holds / right - chance) @ scaled
        return total, slope

    found = minimize(loss, np.zeros(len(columns)), jac=True).x / spread
    return dict(zip(RANK, map(float, found), strict=True))


def ranked(row: Row, weights: dict[str, float]) -> tuple[NDArray[np.int64], Floats]:
    """The order of the passages, best first, and their logits."""
    logits = row.passages @ np.array([weights.get(name, 0.0) for name in NAMES])
    return np.argsort(-logits, kind="stable"), logits


def best_features(row: Row, weights: dict[str, float]) -> list[float]:
    """What the gate sees: the first passage, its distance to the next, the question."""
    order, logits = ranked(row, weights)
    ahead = float(logits[order[0]] - logits[order[1]]) if len(order) > 1 else MAX_AHEAD
    told = dict(zip(NAMES, row.passages[order[0]], strict=True)) | row.question
    told["ahead"] = min(MAX_AHEAD, max(0.0, ahead))
    return [float(told[name]) for name in ANSWERS]


def fit_answers(rows: Sequence[Row], rank: dict[str, float]) -> dict[str, float]:
    """The weights that tell questions with an answer from others."""
    seen = np.array([best_features(row, rank) for row in rows])
    middle, spread = seen.mean(axis=0), seen.std(axis=0) + 1e-9
    model = LogisticRegression(C=ANSWERS_PENALTY, class_weight="balanced")
    model.fit((seen - middle) / spread, [row.answerable for row in rows])
    weights = model.coef_[0] / spread
    bias = float(model.intercept_[0] - weights @ middle)
    return dict(zip(ANSWERS, map(float, weights), strict=True)) | {"bias": bias}


@dataclass(frozen=True, slots=True)
class Told:
    """What weights of other corpora say of a question."""

    row: Row
    logit: float
    first: bool
    third: bool


def left_out(rows: Sequence[Row]) -> list[Told]:
    """Every question as weights see it that were fitted without its corpus."""
    told = []
    for corpus in sorted({row.corpus for row in rows}):
        others = [row for row in rows if row.corpus != corpus]
        rank = fit_rank(others)
        answers = fit_answers(others, rank)
        for row in (row for row in rows if row.corpus == corpus):
            order, _ = ranked(row, rank)
            seen = dict(zip(ANSWERS, best_features(row, rank), strict=True)) | {"bias": 1.0}
            logit = sum(answers[name] * value for name, value in seen.items())
            told.append(
                Told(row, logit, bool(row.holds[order[0]]), bool(row.holds[order[:3]].any()))
            )
    return told


def show(told: Sequence[Told], threshold: float) -> None:
    """Print the figures of each corpus, of each set and of all."""
    names = sorted({t.row.corpus for t in told})
    sets = sorted({name.partition("/")[0] for name in names})
    for name in (*names, *sets, ""):
        some = [t for t in told if t.row.corpus.startswith(name)]
        yes = [t for t in some if t.row.answerable]
        no = [t for t in some if not t.row.answerable]
        area = roc_auc_score([t.row.answerable for t in some], [t.logit for t in some])
        shares = {
            "first": np.mean([t.first for t in yes]),
            "three": np.mean([t.third for t in yes]),
            "first and kept": np.mean([t.first and t.logit >= threshold for t in yes]),
            "refused": np.mean([t.logit < threshold for t in yes]),
            "unanswerable refused": np.mean([t.logit < threshold for t in no]),
        }
        figures = ", ".join(f"{what} {100 * share:.0f}" for what, share in shares.items())
        print(f"{name or 'all':14} {len(yes)} + {len(no)}: {figures}, AUROC {area:.3f}")


def main() -> None:
    """Print what the weights are worth elsewhere, and the weights of all corpora."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=Path, required=True, help="what gather.py wrote")
    options = parser.parse_args()
    lines = options.rows.read_text("utf-8").splitlines()
    rows = [Row.read(json.loads(line)) for line in lines]
    told = left_out(rows)
    threshold = float(np.quantile([t.logit for t in told if not t.row.answerable], REFUSED))
    show(told, threshold)
    rank = fit_rank(rows)
    answers = fit_answers(rows, rank)
    print(f"\nentry_lower = {np.tanh(threshold / 2):.3f}\n\n[calibration.entry]")
    for name, table in (("rank", rank), ("answers", answers)):
        inner = ", ".join(f"{key} = {value:.4g}" for key, value in table.items())
        print(f"{name} = {{ {inner} }}")
    assert set(answers) <= {*NAMES, *QUESTION_FEATURES}


if __name__ == "__main__":
    main()
