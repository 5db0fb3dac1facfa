"""Figures of a verifier on the reported sets."""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from recipes.verifier.examples import ABSENT, CONTRADICTED, SUPPORTED, Example

Probabilities = np.ndarray  # [examples, 3]


def balanced(found: np.ndarray, right: np.ndarray) -> float:
    """The mean share of right answers over the classes that occur."""
    return float(np.mean([(found[right == c] == c).mean() for c in np.unique(right)]))


def figures(examples: list[Example], chances: Probabilities) -> dict[str, dict[str, float]]:
    """Balanced accuracy for each set: over its own classes, and of "supported" against the rest."""
    groups: dict[str, list[int]] = defaultdict(list)
    for at, each in enumerate(examples):
        groups[each.origin].append(at)
        if each.origin.startswith("evouna"):
            groups["_".join(each.origin.split("_")[:2])].append(at)
    result = {}
    for name, rows in sorted(groups.items()):
        right = np.array([examples[at].label for at in rows])
        seen = chances[rows]
        classes = np.unique(right)
        found = classes[seen[:, classes].argmax(1)]
        if ABSENT not in classes:
            found = np.where(seen[:, SUPPORTED] > seen[:, CONTRADICTED], SUPPORTED, CONTRADICTED)
        binary = (seen[:, SUPPORTED] > 0.5).astype(int)
        result[name] = {
            "rows": len(rows),
            "balanced": balanced(found, right),
            "accuracy": float((found == right).mean()),
            "supported": balanced(binary, (right == SUPPORTED).astype(int)),
        }
    return result


def show(name: str, result: dict[str, dict[str, float]]) -> None:
    """Print one line for each set."""
    for each, values in result.items():
        numbers = "  ".join(f"{k} {v:.3f}" if k != "rows" else f"{v}" for k, v in values.items())
        print(f"{name} {each}: {numbers}", flush=True)
