"""From raw outputs to probabilities, thresholds and figures.

`python -m recipes.assayer.calibrate --rows dev.xz heldout.xz --raw raw.json --out figures.json`

Calibration and thresholds are fitted on the held-out searches, WikiQA dev and CLAPNQ; every other
set is only reported on.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from recipes.assayer import dev
from recipes.assayer.corpus import find_answer
from recipes.assayer.measure import auroc, calibration_error, exact, match, token_f1

SEARCHED = ("nq_heldout", "trivia_heldout")
FITTED = (*SEARCHED, "wikiqa_dev", "clapnq")
TRUSTED, LOST = 0.85, 0.1
ROUNDS = 1000
Row = dict[str, Any]
Statistic = Callable[[np.ndarray], float]


def logistic(features: np.ndarray, labels: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """Weights (and a last bias) of a logistic regression, by Newton's method."""
    x = np.hstack([features, np.ones((len(features), 1))])
    w = np.zeros(x.shape[1])
    for _ in range(50):
        p = 1 / (1 + np.exp(-np.clip(x @ w, -30, 30)))
        gradient = x.T @ (weight * (p - labels)) + 1e-3 * w
        curvature = (x * (weight * p * (1 - p))[:, None]).T @ x + 1e-3 * np.eye(len(w))
        w -= np.linalg.solve(curvature, gradient)
    return w


def probability(w: np.ndarray, features: np.ndarray) -> np.ndarray:
    """What the regression says."""
    return 1 / (1 + np.exp(-np.clip(features @ w[:-1] + w[-1], -30, 30)))


def interval(values: np.ndarray, groups: list[Any], statistic: Statistic) -> list[float]:
    """The statistic and its 95 % bootstrap interval, resampling whole questions."""
    members: dict[Any, list[int]] = defaultdict(list)
    for i, group in enumerate(groups):
        members[group].append(i)
    rows = [np.array(m) for m in members.values()]
    random, drawn = np.random.default_rng(0), []
    for _ in range(ROUNDS):
        pick = np.concatenate([rows[i] for i in random.integers(0, len(rows), len(rows))])
        try:
            drawn.append(statistic(values[pick]))
        except ZeroDivisionError:
            continue
    low, high = np.nanpercentile(drawn, [2.5, 97.5])
    return [round(float(v), 4) for v in (statistic(values), low, high)]


def fit_passage(rows: list[Row], features: np.ndarray) -> np.ndarray:
    """The passage calibration; every fitted set counts the same, whatever its size."""
    chosen = [i for i, r in enumerate(rows) if r["set"] in FITTED and r["label"] is not None]
    sizes = defaultdict(int)
    for i in chosen:
        sizes[rows[i]["set"]] += 1
    weight = np.array([1000 / sizes[rows[i]["set"]] for i in chosen])
    labels = np.array([rows[i]["label"] for i in chosen], float)
    slope, bias = logistic(features[chosen, :1], labels, weight)
    # Relevance and the span's lead correlate at 0.97: with both, one weight came out negative.
    return np.array([slope, 0.0, bias])


def fit_span(rows: list[Row], features: np.ndarray, spans: list[str]) -> np.ndarray:
    """The span calibration: whether the best span is right, on searches and on reading."""
    chosen = [i for i, r in enumerate(rows) if r["set"] in SEARCHED]
    right = np.array([match(spans[i], rows[i]["answers"]) for i in chosen])
    slope, bias = logistic(features[chosen, 1:], right, np.ones(len(chosen)))
    return np.array([0.0, slope, bias])


def sentences(rows: list[Row], raw: list[Row]) -> tuple[np.ndarray, np.ndarray]:
    """Logit of every sentence of the held-out searches, and whether an answer stands in it."""
    logits, labels = [], []
    for row, seen in zip(rows, raw, strict=True):
        for first, last, logit in seen.get("sentences", ()):
            logits.append([logit, 0.0])
            labels.append(find_answer(row["answers"], row["text"][first:last]) is not None)
    return np.array(logits).clip(-20, 20), np.array(labels)


def by_question(
    rows: list[Row], scores: np.ndarray, names: tuple[str, ...]
) -> tuple[np.ndarray, np.ndarray]:
    """For each question: the best passage's score, and whether any passage is good."""
    best: dict[Any, float] = {}
    good: dict[Any, bool] = {}
    for i, row in enumerate(rows):
        if row["set"] in names:
            group = (row["set"], row["group"])
            best[group] = max(best.get(group, -1.0), float(scores[i]))
            good[group] = good.get(group, False) or bool(row["label"])
    return np.array(list(best.values())), np.array(list(good.values()))


def thresholds(rows: list[Row], scores: np.ndarray) -> dict[str, float]:
    """Above upper, 85 % of the held-out searches are good; below lower lies a tenth of the good.

    Upper is never below zero: a search that is not needed costs less than trust in a passage that
    is likelier bad than good.
    """
    best, good = by_question(rows, scores, SEARCHED)
    upper = max(0.0, next(c for c in np.unique(best) if good[best > c].mean() >= TRUSTED))
    lower = min(float(np.quantile(best[good], LOST)), float(upper))
    return {"upper": round(float(upper), 3), "lower": round(lower, 3)}


def best_border(rows: list[Row], scores: np.ndarray) -> float:
    """The single border that splits good from bad held-out searches best."""
    best, good = by_question(rows, scores, SEARCHED)
    balanced = [((best[good] > c).mean() + (best[~good] <= c).mean()) / 2 for c in np.unique(best)]
    return float(np.unique(best)[int(np.argmax(balanced))])


def figures(rows: list[Row], p: np.ndarray, spans: list[str]) -> dict[str, Any]:
    """All that the card reports, each as [value, low, high]."""
    sets: dict[str, list[int]] = defaultdict(list)
    for i, row in enumerate(rows):
        if row["label"] is not None:
            sets[row["set"]].append(i)
    result: dict[str, Any] = {}
    for name, index in sets.items():
        groups = [rows[i]["group"] for i in index]
        table = np.array([[p[i], rows[i]["label"]] for i in index])
        result[f"{name}: AUROC"] = interval(table, groups, lambda t: auroc(*t.T))
        result[f"{name}: ECE"] = interval(table, groups, lambda t: calibration_error(*t.T))
    answerable = [i for i in sets["squad2"] if rows[i]["label"]]
    groups = [rows[i]["text"] for i in answerable]
    for label, metric in (("F1", token_f1), ("EM", exact)):
        values = np.array([metric(spans[i], rows[i]["answers"]) for i in answerable])
        result[f"squad2 answerable: {label}"] = interval(values, groups, np.mean)
    result |= decisions(rows, 2 * p - 1)
    result |= knowledge(rows, p, spans)
    return result


def decisions(rows: list[Row], scores: np.ndarray) -> dict[str, Any]:
    """How often 'good retrieval or not' is right, at the border found on the held-out searches."""
    result: dict[str, Any] = {}
    border = best_border(rows, scores)
    for name in ("search_r1_popqa", "search_r1_nq", "search_r1_triviaqa"):
        best, good = by_question(rows, scores, (name,))
        right = (best > border) == good
        result[f"{name}: decision by question"] = interval(right, list(range(len(right))), np.mean)
        index = [i for i, r in enumerate(rows) if r["set"] == name]
        hits = np.array([(scores[i] > border) == bool(rows[i]["label"]) for i in index])
        groups = [rows[i]["group"] for i in index]
        result[f"{name}: decision by passage"] = interval(hits, groups, np.mean)
    return result


def knowledge(rows: list[Row], p: np.ndarray, spans: list[str]) -> dict[str, Any]:
    """Right short answers from the CRAG authors' knowledge: one side, or the better-scored."""
    best: dict[Any, dict[str, tuple[float, float]]] = defaultdict(dict)
    for i, row in enumerate(rows):
        if row["set"] == "crag_popqa":
            found = (float(p[i]), match(spans[i], row["answers"]))
            for side in (row["side"], "better"):
                best[row["group"]][side] = max(best[row["group"]].get(side, found), found)
    result = {}
    for side in ("internal", "external", "better"):
        hits = np.array([sides[side][1] for sides in best.values()])
        result[f"crag_popqa: {side}"] = interval(hits, list(range(len(hits))), np.mean)
    return result


def main() -> None:
    """Fit, report, save."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=Path, nargs="+", required=True)
    parser.add_argument("--raw", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--most", type=int, help="rows of each set; all if not given")
    options = parser.parse_args()
    rows = [row for path in options.rows for row in dev.load(path, options.most)]
    raw = json.loads(options.raw.read_text())
    spans = [r["span"] for r in raw]
    features = np.array([[r["relevance"], r["lead"]] for r in raw]).clip(-20, 20)
    passage, span = fit_passage(rows, features), fit_span(rows, features, spans)
    logits, answering = sentences(rows, raw)
    strip = logistic(logits, answering, np.ones(len(logits)))
    p = probability(passage, features)
    borders = thresholds(rows, 2 * p - 1)
    kept = np.quantile(2 * probability(strip, logits[answering]) - 1, LOST)
    borders["keep_above"] = round(float(kept), 3)
    found = figures(rows, p, spans)
    names = ("relevance", "lead", "bias")
    result = {
        "calibration": {
            part: dict(zip(names, np.round(weights, 4).tolist(), strict=True))
            for part, weights in (("passage", passage), ("strip", strip), ("span", span))
        },
        "thresholds": borders,
        "figures": found,
    }
    options.out.write_text(json.dumps(result, indent=1))
    print(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
