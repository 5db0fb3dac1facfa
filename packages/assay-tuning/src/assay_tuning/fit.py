"""The training loop: batches of like length, early stopping, and a file to carry on from."""

from __future__ import annotations

import hashlib
import math
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from assay.errors import InputError, ModelError
from assay.extras import require
from assay.types import Passage
from assay_tuning.measures import auroc

CHECKPOINT = "checkpoint.pt"
SAVE_SECONDS = 60.0
BUCKET = 20  # batches among which rows are sorted by length
Report = Callable[[int, int, float], None]


@dataclass(frozen=True, slots=True)
class Pair:
    """A question, a passage and its label; `group` numbers the question."""

    question: str
    passage: Passage
    label: bool
    group: int


@dataclass(frozen=True, slots=True)
class Plan:
    """How to train; `warm` is the share of all steps in which the rate rises."""

    epochs: int = 3
    rate: float = 1e-4  # at 3e-5 weights move less than an int8 step, and export rounds them back
    batch: int = 16
    patience: int = 2
    seed: int = 0
    warm: float = 0.1


@dataclass(frozen=True, slots=True)
class Run:
    """One training run: plan, output folder and progress callback."""

    plan: Plan
    folder: Path
    report: Report = lambda done, total, rate: None


@dataclass(frozen=True, slots=True)
class Epoch:
    """What one epoch brought, on the pairs that decide when to stop."""

    number: int
    train_loss: float
    loss: float
    auroc: float


class Learner(Protocol):
    """What the training loop needs of a network that learns from pairs."""

    module: Any

    def encode(self, pairs: Sequence[Pair]) -> list[Any]:
        """Each pair as the network reads it; a row has a length."""
        ...

    def losses(self, rows: Sequence[Any], labels: Sequence[bool]) -> Any:  # noqa: ANN401 - tensor
        """What is to be made small: one number for the batch."""
        ...

    def judge(self, rows: Sequence[Any], labels: Sequence[bool]) -> tuple[float, list[float]]:
        """The mean loss of the label alone, and a score for each row, without learning."""
        ...


@dataclass(slots=True)
class _Progress:
    """The state of the training, saved in the checkpoint."""

    epoch: int = 0
    step: int = 0
    total: float = 0.0
    worse: int = 0
    history: list[Epoch] = field(default_factory=list)
    best: dict[str, Any] | None = None


def fit(learner: Learner, train: Sequence[Pair], dev: Sequence[Pair], run: Run) -> list[Epoch]:
    """Trains until it no longer helps; the network is left with its best weights.

    A checkpoint in the folder is carried on from, if it was made with the same plan and data.
    """
    torch, plan = require("torch", extra="train"), run.plan
    torch.manual_seed(plan.seed)
    rows, held = learner.encode(train), learner.encode(dev)
    labels, held_labels = [pair.label for pair in train], [pair.label for pair in dev]
    steps = math.ceil(len(rows) / plan.batch)
    optimiser, schedule = _optimisation(torch, learner.module, plan, steps * plan.epochs)
    saved = _Saved(run.folder / CHECKPOINT, _identity(plan, train, dev), torch)
    at = saved.load(learner.module, optimiser, schedule)
    began, before = time.monotonic(), at.epoch * steps + at.step
    while at.epoch < plan.epochs and at.worse < plan.patience:
        learner.module.train()
        batches = _batches([len(row) for row in rows], plan.batch, plan.seed + at.epoch)
        for batch in batches[at.step :]:
            loss = learner.losses([rows[i] for i in batch], [labels[i] for i in batch])
            loss.backward()
            torch.nn.utils.clip_grad_norm_(learner.module.parameters(), 1.0)
            optimiser.step()
            optimiser.zero_grad(set_to_none=True)
            schedule.step()
            at.step += 1
            at.total += float(loss.detach())
            saved.save_sometimes(at, learner.module, optimiser, schedule)
            done = at.epoch * steps + at.step
            rate = (done - before) * plan.batch / max(time.monotonic() - began, 1e-9)
            run.report(done, steps * plan.epochs, rate)
        _end_epoch(at, learner, held, held_labels)
        saved.save(at, learner.module, optimiser, schedule)
    if at.best is not None:
        learner.module.load_state_dict(at.best)
    return at.history


def _end_epoch(
    at: _Progress, learner: Learner, rows: Sequence[Any], labels: Sequence[bool]
) -> None:
    learner.module.eval()
    loss, scores = learner.judge(rows, labels)
    if not math.isfinite(loss):
        raise ModelError("the training has diverged: the loss is no number", "lower --rate")
    found = auroc(np.array(scores), np.array(labels, dtype=np.bool_))
    best = min((each.loss for each in at.history), default=math.inf)
    at.history.append(Epoch(at.epoch + 1, at.total / max(at.step, 1), loss, found))
    if loss < best:
        at.best = {k: v.detach().clone() for k, v in learner.module.state_dict().items()}
        at.worse = 0
    else:
        at.worse += 1
    at.epoch, at.step, at.total = at.epoch + 1, 0, 0.0


def _optimisation(torch: Any, module: Any, plan: Plan, steps: int) -> tuple[Any, Any]:  # noqa: ANN401
    """AdamW that spares biases and norms the decay, and a linear warm-up and fall."""
    matrices = [p for p in module.parameters() if p.ndim > 1 and p.requires_grad]
    others = [p for p in module.parameters() if p.ndim <= 1 and p.requires_grad]
    groups = [
        {"params": matrices, "weight_decay": 0.01},
        {"params": others, "weight_decay": 0.0},
    ]
    optimiser = torch.optim.AdamW(groups, lr=plan.rate)
    warm = max(1, int(steps * plan.warm))

    def share(step: int) -> float:
        return min((step + 1) / warm, max(0.0, (steps - step) / max(1, steps - warm)))

    return optimiser, torch.optim.lr_scheduler.LambdaLR(optimiser, share)


def _batches(lengths: Sequence[int], size: int, seed: int) -> list[list[int]]:
    """All rows in random batches whose rows are of like length; the same for the same seed."""
    random = np.random.default_rng(seed)
    shuffled = [int(i) for i in random.permutation(len(lengths))]
    batches: list[list[int]] = []
    for first in range(0, len(shuffled), size * BUCKET):
        bucket = sorted(shuffled[first : first + size * BUCKET], key=lambda i: lengths[i])
        batches += [bucket[i : i + size] for i in range(0, len(bucket), size)]
    return [batches[int(i)] for i in random.permutation(len(batches))]


def _identity(plan: Plan, train: Sequence[Pair], dev: Sequence[Pair]) -> dict[str, Any]:
    return {**asdict(plan), "train": _digest(train), "dev": _digest(dev)}


def _digest(pairs: Sequence[Pair]) -> str:
    lines = (f"{p.question}\0{p.passage.title}\0{p.passage.text}\0{p.label}\n" for p in pairs)
    digest = hashlib.sha256()
    for line in lines:
        digest.update(line.encode("utf-8", "replace"))
    return digest.hexdigest()


class _Saved:
    """The checkpoint on disk, replaced as a whole so that a torn one is never read."""

    def __init__(self, path: Path, identity: dict[str, Any], torch: Any) -> None:  # noqa: ANN401
        self._path, self._identity, self._torch = path, identity, torch
        self._last = time.monotonic()

    def load(self, module: Any, optimiser: Any, schedule: Any) -> _Progress:  # noqa: ANN401
        if not self._path.is_file():
            return _Progress()
        state = self._torch.load(self._path, weights_only=True)
        kept, now = state["module"], module.state_dict()
        same = {n: v.shape for n, v in kept.items()} == {n: v.shape for n, v in now.items()}
        if state["identity"] != self._identity or not same:
            raise InputError(
                f"{self._path} belongs to a training with other data or options",
                hint="give the same ones to carry on, or another --out to start anew",
            )
        module.load_state_dict(kept)
        optimiser.load_state_dict(state["optimiser"])
        schedule.load_state_dict(state["schedule"])
        self._torch.set_rng_state(state["random"])
        at = state["progress"]
        return _Progress(**{**at, "history": [Epoch(**each) for each in at["history"]]})

    def save_sometimes(self, at: _Progress, module: Any, optimiser: Any, schedule: Any) -> None:  # noqa: ANN401
        if time.monotonic() - self._last >= SAVE_SECONDS:
            self.save(at, module, optimiser, schedule)

    def save(self, at: _Progress, module: Any, optimiser: Any, schedule: Any) -> None:  # noqa: ANN401
        self._path.parent.mkdir(parents=True, exist_ok=True)
        beside = self._path.with_suffix(".new")
        self._torch.save(
            {
                "identity": self._identity,
                "module": module.state_dict(),
                "optimiser": optimiser.state_dict(),
                "schedule": schedule.state_dict(),
                "random": self._torch.get_rng_state(),
                "progress": {
                    "epoch": at.epoch,
                    "step": at.step,
                    "total": at.total,
                    "worse": at.worse,
                    "history": [asdict(each) for each in at.history],
                    "best": at.best,
                },
            },
            beside,
        )
        os.replace(beside, self._path)
        self._last = time.monotonic()
