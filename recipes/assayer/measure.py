"""Metrics of judging and reading, from plain arrays: the same for torch and for ONNX."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

import numpy as np

from recipes.assayer.corpus import normalised

MARGIN_SHARE = 0.3  # of the span's margin in the sum of both scores


def auroc(scores: np.ndarray, labels: np.ndarray) -> float:
    """The chance that a positive outscores a negative, ties counting half."""
    order = np.argsort(scores, kind="stable")
    ranks = np.empty(len(scores))
    ordered = scores[order]
    first = np.searchsorted(ordered, ordered, side="left")
    last = np.searchsorted(ordered, ordered, side="right")
    ranks[order] = (first + last + 1) / 2
    positive = labels.astype(bool)
    count, others = positive.sum(), (~positive).sum()
    return float((ranks[positive].sum() - count * (count + 1) / 2) / (count * others))


def token_f1(prediction: str, golds: list[str]) -> float:
    """SQuAD's F1 against the best of the golds."""
    best, ours = 0.0, normalised(prediction).split()
    for gold in golds:
        theirs = normalised(gold).split()
        shared = sum((Counter(ours) & Counter(theirs)).values())
        if shared:
            best = max(best, 2 * shared / (len(ours) + len(theirs)))
    return best


def exact(prediction: str, golds: list[str]) -> float:
    """1 when the prediction is one of the golds after normalisation."""
    return float(normalised(prediction) in {normalised(g) for g in golds})


def match(prediction: str, golds: list[str]) -> float:
    """1 when a gold stands inside the prediction (PopQA's accuracy)."""
    return float(any(gold.lower() in prediction.lower() for gold in golds))


def calibration_error(probability: np.ndarray, labels: np.ndarray, bins: int = 10) -> float:
    """Expected calibration error over equal-width bins."""
    which = np.minimum((probability * bins).astype(int), bins - 1)
    error = 0.0
    for b in range(bins):
        inside = which == b
        if inside.any():
            error += inside.mean() * abs(probability[inside].mean() - labels[inside].mean())
    return float(error)


def report(
    rows: list[dict[str, Any]], relevance: np.ndarray, spans: list[str], margin: np.ndarray
) -> dict[str, float]:
    """All figures; `margin` is the span's logit over that of no answer, `relevance` a logit."""
    result: dict[str, float] = {}
    sets: dict[str, list[int]] = defaultdict(list)
    for i, row in enumerate(rows):
        sets[row["set"]].append(i)
    for name, members in sets.items():
        index = np.array(members)
        if name == "crag_popqa":
            chosen, texts = [rows[i] for i in members], [spans[i] for i in members]
            result |= knowledge_figures(chosen, relevance[index], texts, margin[index])
            continue
        known = np.array([i for i in members if rows[i]["label"] is not None])
        judged = [rows[i] for i in known]
        result |= judging_figures(name, judged, relevance[known], margin[known])
        if name == "squad2":
            result |= reading_figures(name, judged, [spans[i] for i in known])
        if "unanswerable" in judged[0]:
            result |= ranking_figures(name, judged, relevance[known])
    return result


def ranking_figures(
    name: str, rows: list[dict[str, Any]], relevance: np.ndarray
) -> dict[str, float]:
    """Evidence first or among three where it was found; the best score of answerable questions."""
    groups: dict[Any, list[int]] = defaultdict(list)
    for number, row in enumerate(rows):
        groups[row["group"]].append(number)
    first, three = [], []
    for members in groups.values():
        found = [bool(rows[n]["label"]) for n in sorted(members, key=lambda n: -relevance[n])]
        if any(found):
            first.append(found[0])
            three.append(any(found[:3]))
    best = np.array([max(relevance[n] for n in members) for members in groups.values()])
    known = np.array([not rows[members[0]]["unanswerable"] for members in groups.values()])
    return {
        f"{name} best right": float(np.mean(first)),
        f"{name} in three": float(np.mean(three)),
        f"{name} answerable": auroc(best, known),
    }


def judging_figures(
    name: str, rows: list[dict[str, Any]], relevance: np.ndarray, margin: np.ndarray
) -> dict[str, float]:
    """How well relevance, margin and both together tell good passages from bad."""
    labels = np.array([row["label"] for row in rows])
    result = {
        f"{name} auroc relevance": auroc(relevance, labels),
        f"{name} auroc margin": auroc(margin, labels),
        f"{name} auroc sum": auroc(relevance + MARGIN_SHARE * margin, labels),
        f"{name} ece": calibration_error(1 / (1 + np.exp(-relevance)), labels),
    }
    if name == "search_r1_popqa":  # its labels are by title, so the answer itself is looked at too
        has_answer = np.array([bool(row["has_answer"]) for row in rows])
        result[f"{name} auroc has_answer"] = auroc(relevance, has_answer)
        result[f"{name} accuracy"] = float(((relevance > 0) == labels).mean())
    return result


def reading_figures(name: str, rows: list[dict[str, Any]], spans: list[str]) -> dict[str, float]:
    """F1 and exact match of the best span, over the passages that hold an answer."""
    pairs = [(s, row["answers"]) for s, row in zip(spans, rows, strict=True) if row["label"]]
    return {
        f"{name} f1": float(np.mean([token_f1(span, golds) for span, golds in pairs])),
        f"{name} em": float(np.mean([exact(span, golds) for span, golds in pairs])),
    }


def knowledge_figures(
    rows: list[dict[str, Any]], relevance: np.ndarray, spans: list[str], margin: np.ndarray
) -> dict[str, float]:
    """Right answers from the CRAG authors' knowledge: either side, or the better-scored one."""
    best: dict[str, dict[Any, tuple[float, float]]] = defaultdict(dict)
    for row, judged, span, lead in zip(rows, relevance, spans, margin, strict=True):
        found = (float(judged + MARGIN_SHARE * lead), match(span, row["answers"]))
        for side in (row["side"], "better"):
            best[side][row["group"]] = max(best[side].get(row["group"], found), found)
    return {
        f"crag_popqa {side}": float(np.mean([hit for _, hit in best[side].values()]))
        for side in ("internal", "external", "better")
    }
