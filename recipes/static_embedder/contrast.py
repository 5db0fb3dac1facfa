"""Trains a table of token vectors so that questions lie near the passages that answer them.

In a batch every question shall choose its own passage among all others, and every passage its
question (InfoNCE). Half of the batches come from one manual: its other passages are the ones that
retrieval will confuse.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

Matrix = NDArray[np.float32]
Rows = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Plan:
    """How the table is trained; the rate falls to nought over all epochs."""

    epochs: int = 3
    batch: int = 512
    rate: float = 0.003
    scale: float = 20.0
    forget_shared: float = 0.3
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Examples:
    """Bags of questions and passages; question i belongs to passage `gold[i]`."""

    questions: csr_matrix
    passages: csr_matrix
    gold: Rows
    groups: NDArray[np.int64]


def train(
    table: Matrix, examples: Examples, plan: Plan, after_epoch: Callable[[int, Matrix], None]
) -> Matrix:
    """The trained table; `after_epoch` sees it after each epoch."""
    random = np.random.default_rng(plan.seed)
    optimiser = _Adam(table.copy(), plan.rate)
    steps = plan.epochs * (len(examples.gold) // plan.batch)
    done = 0
    for epoch in range(plan.epochs):
        for chosen in _batches(examples, plan, random):
            asked = examples.questions[chosen]
            read = examples.passages[examples.gold[chosen]]
            read = _without_shared(asked, read, plan.forget_shared, random)
            tokens, asked, read = _only_used(asked, read)
            gradient = _gradient(
                optimiser.table[tokens], asked, read, examples.gold[chosen], plan.scale
            )
            optimiser.step(tokens, gradient, 1 - done / max(1, steps))
            done += 1
        after_epoch(epoch, optimiser.table)
    return optimiser.table


def _batches(examples: Examples, plan: Plan, random: np.random.Generator) -> Iterator[Rows]:
    """Questions by lot; every other batch from the passages of one group."""
    order = random.permutation(len(examples.gold))
    half = len(order) // 2
    mixed, grouped = order[:half], order[half:]
    grouped = grouped[np.argsort(examples.groups[examples.gold[grouped]], kind="stable")]
    several = [
        part[at : at + plan.batch]
        for part in (mixed, grouped)
        for at in range(0, len(part), plan.batch)
    ]
    for number in random.permutation(len(several)):
        yield several[number]


def _without_shared(
    asked: csr_matrix, read: csr_matrix, share: float, random: np.random.Generator
) -> csr_matrix:
    """The passages without a share of the words that their questions use too.

    Equal words are what full-text search finds by itself; the table shall learn the others.
    """
    words = asked.copy()
    words.data = np.ones_like(words.data)
    shared = read.multiply(words).tocsr()
    shared.data = shared.data * (random.random(len(shared.data)) < share).astype(np.float32)
    return csr_matrix(read - shared)


def _only_used(asked: csr_matrix, read: csr_matrix) -> tuple[Rows, csr_matrix, csr_matrix]:
    """The tokens that occur, and the bags over these alone."""
    tokens = np.unique(np.concatenate([asked.indices, read.indices]))
    small = [
        csr_matrix(
            (bags.data, np.searchsorted(tokens, bags.indices), bags.indptr),
            shape=(bags.shape[0], len(tokens)),
        )
        for bags in (asked, read)
    ]
    return tokens, small[0], small[1]


def _gradient(
    table: Matrix, asked: csr_matrix, read: csr_matrix, gold: Rows, scale: float
) -> Matrix:
    """The direction in which the loss of the batch grows."""
    questions, passages = asked @ table, read @ table
    left, left_length = _units(questions)
    right, right_length = _units(passages)
    scores = scale * (left @ right.T)
    same = gold[:, None] == gold[None, :]
    np.fill_diagonal(same, False)
    scores[same] = -1e4  # another question of the same passage is no wrong choice
    count = len(gold)
    wrong = (_softmax(scores, 1) + _softmax(scores, 0)) / 2
    wrong[np.arange(count), np.arange(count)] -= 1
    wrong *= scale / count
    back_left = _through_unit(wrong @ right, left, left_length)
    back_right = _through_unit(wrong.T @ left, right, right_length)
    gradient: Matrix = asked.T @ back_left + read.T @ back_right
    return gradient


def _units(rows: Matrix) -> tuple[Matrix, Matrix]:
    length = np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-6)
    return rows / length, length


def _through_unit(gradient: Matrix, unit: Matrix, length: Matrix) -> Matrix:
    along = (gradient * unit).sum(axis=1, keepdims=True)
    found: Matrix = (gradient - along * unit) / length
    return found


def _softmax(scores: Matrix, axis: int) -> Matrix:
    powers = np.exp(scores - scores.max(axis=axis, keepdims=True))
    found: Matrix = powers / powers.sum(axis=axis, keepdims=True)
    return found


class _Adam:
    """Kingma and Ba (2015) on the rows that occur, with a rate that falls to nought."""

    def __init__(self, table: Matrix, rate: float) -> None:
        self.table = table
        self._rate = rate
        self._mean = np.zeros_like(table)
        self._square = np.zeros_like(table)
        self._steps = np.zeros((len(table), 1), np.float32)

    def step(self, rows: Rows, gradient: Matrix, left: float) -> None:
        self._steps[rows] += 1
        mean = 0.9 * self._mean[rows] + 0.1 * gradient
        square = 0.999 * self._square[rows] + 0.001 * gradient * gradient
        self._mean[rows], self._square[rows] = mean, square
        steps = self._steps[rows]
        mean = mean / (1 - 0.9**steps)
        square = square / (1 - 0.999**steps)
        self.table[rows] -= self._rate * left * mean / (np.sqrt(square) + 1e-8)
