"""Softmax regression on the embedder's vectors, and the card that goes with it.

`python -m recipes.complexity.train --labels labels.jsonl --out
packages/assay-models/src/assay_models/complexity`

One question in five, chosen by its hash, is kept back; the strength of the penalty is chosen on
one half of those and the figures of the card are measured on the other.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from assay.adapters.embedders.onnx_embedder import OnnxEmbedder
from assay_strategies.embedding_classifier import CLASSES, WEIGHTS
from recipes.complexity.write_card import write_card

PENALTIES = (1e-4, 1e-3, 3e-3, 1e-2)
STEPS = 3000
RATE = 0.5
PARTS = 10

Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Head:
    """The weights of a softmax regression."""

    weights: Matrix
    bias: Matrix

    def chosen(self, vectors: Matrix) -> NDArray[np.int64]:
        """The likeliest class of each vector."""
        return np.asarray(np.argmax(vectors @ self.weights + self.bias, axis=1))


def fit(vectors: Matrix, labels: NDArray[np.int64], penalty: float) -> Head:
    """The head with the least cross-entropy, each class weighing the same, by gradient descent."""
    truth = np.eye(len(CLASSES))[labels]
    counts = np.maximum(truth.sum(axis=0), 1)
    share = (truth / counts).sum(axis=1, keepdims=True) / (counts > 1).sum()
    weights, bias = np.zeros((vectors.shape[1], len(CLASSES))), np.zeros(len(CLASSES))
    # A class without examples must never be chosen.
    bias[truth.sum(axis=0) == 0] = -50.0
    step_w, step_b = np.zeros_like(weights), np.zeros_like(bias)
    for _ in range(STEPS):
        scores = vectors @ weights + bias
        powers = np.exp(scores - scores.max(axis=1, keepdims=True))
        error = (powers / powers.sum(axis=1, keepdims=True) - truth) * share
        step_w = 0.9 * step_w - RATE * (vectors.T @ error + penalty * weights)
        step_b = 0.9 * step_b - RATE * error.sum(axis=0)
        weights, bias = weights + step_w, bias + step_b
    return Head(weights, bias)


def part(question: str) -> int:
    """A tenth of all questions, always the same for the same words."""
    return hashlib.sha1(question.casefold().encode()).digest()[0] % PARTS


def balanced(head: Head, vectors: Matrix, labels: NDArray[np.int64]) -> float:
    """The mean over the classes of the share that is recognised."""
    chosen = head.chosen(vectors)
    return float(np.mean([(chosen[labels == c] == c).mean() for c in np.unique(labels)]))


def main() -> None:
    """Train, measure, and write weights and card."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--labels", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    rows = [json.loads(line) for line in args.labels.read_text("utf-8").splitlines()]
    embedder = OnnxEmbedder()
    vectors = embedder.embed([row["question"] for row in rows]).astype(np.float64)
    labels = np.array([CLASSES.index(row["label"]) for row in rows])
    parts = np.array([part(row["question"]) for row in rows])
    train, choose, test = parts > 1, parts == 0, parts == 1
    heads = {penalty: fit(vectors[train], labels[train], penalty) for penalty in PENALTIES}
    penalty = max(PENALTIES, key=lambda p: balanced(heads[p], vectors[choose], labels[choose]))
    head = heads[penalty]
    args.out.mkdir(parents=True, exist_ok=True)
    np.savez(
        args.out / WEIGHTS,
        weights=head.weights.astype(np.float32),
        bias=head.bias.astype(np.float32),
    )
    chosen = head.chosen(vectors[test])
    truth = labels[test]
    figures = {
        "questions": len(rows),
        "penalty": penalty,
        "test_questions": int(test.sum()),
        "accuracy": round(float((chosen == truth).mean()), 4),
        "balanced_accuracy": round(balanced(head, vectors[test], truth), 4),
        "commonest_class": round(max(Counter(truth.tolist()).values()) / len(truth), 4),
    }
    table = [[int(((truth == t) & (chosen == c)).sum()) for c in range(3)] for t in range(3)]
    counts = [int((labels == c).sum()) for c in range(len(CLASSES))]
    write_card(
        args.out,
        embedder=embedder.identity,
        dimension=vectors.shape[1],
        figures=figures,
        counts=counts,
        table=table,
    )
    print(json.dumps({**figures, "table": table, "labels": counts}))


if __name__ == "__main__":
    main()
