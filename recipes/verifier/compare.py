"""Two verifiers on the same rows of the reported sets, with intervals of the difference.

`python -m recipes.verifier.compare --dev dev.xz --model NEW [--against OLD] --cache DIR`

`--only span --model DIR` is how wrong spans of the right passage are counted: `span_wrong` is the
share of those of the right kind that is not taken as supported, `span_other` the same of answers
to other questions, `span_right` the share of the right ones that is supported, `span_none` as the
first for questions that their passage does not answer.
"""

from __future__ import annotations

import argparse
import hashlib
import random
from collections import defaultdict
from pathlib import Path

import numpy as np

from assay_bench.metrics.bootstrap import interval_of
from assay_bench.verification.measures import balanced_accuracy, macro_f1
from recipes.assayer.corpus import in_training_half
from recipes.verifier.calibrate import chances
from recipes.verifier.examples import ABSENT, CONTRADICTED, SUPPORTED, Example, load

ROUNDS = 500


def set_of(example: Example) -> str:
    """The name of the set that an example is reported under."""
    name = example.origin
    return "_".join(name.split("_")[:2]) if name.startswith("evouna") else name


def sample(dev: Path, rows: int, only: str) -> dict[str, list[Example]]:
    """At most so many examples of each set, the same ones every time.

    Of the half of the claims that nothing was chosen or fitted on.
    """
    groups: dict[str, list[Example]] = defaultdict(list)
    for each in load(dev):
        if set_of(each).startswith(only) and not in_training_half(each.claim):
            groups[set_of(each)].append(each)
    return {
        name: random.Random(2).sample(found, min(rows, len(found)))
        for name, found in sorted(groups.items())
    }


def labels(found: np.ndarray, right: np.ndarray) -> np.ndarray:
    """The likeliest of the classes that the set knows; a set of one class tells support or not."""
    classes = set(right.tolist())
    if len(classes) == 1:
        only = right[0]
        other = ABSENT if only == SUPPORTED else SUPPORTED
        holds = (found[:, SUPPORTED] >= 0.5) == (only == SUPPORTED)
        return np.where(holds, only, other)
    seen = found.copy()
    if CONTRADICTED not in classes:
        seen[:, ABSENT] += seen[:, CONTRADICTED]
    absent = [c for c in (SUPPORTED, CONTRADICTED, ABSENT) if c not in classes]
    seen[:, absent] = -1
    return seen.argmax(1)


def kept_chances(folder: Path, name: str, examples: list[Example], cache: Path) -> np.ndarray:
    """The probabilities of a model for a sample, computed once."""
    digest = hashlib.sha256((folder / "card.toml").read_bytes()).hexdigest()[:12]
    path = cache / f"{digest}_{name}_{len(examples)}.npy"
    if not path.exists():
        cache.mkdir(parents=True, exist_ok=True)
        np.save(path, chances(folder, examples))
    return np.load(path)


def show(name: str, said: np.ndarray, right: np.ndarray) -> None:
    """Balanced accuracy and macro F1 of one set."""
    accuracy, f1 = balanced_accuracy(said.tolist(), right.tolist()), macro_f1(said, right)
    print(
        f"{name} {len(right)}: {accuracy.value:.3f} ({accuracy.low:.3f} to {accuracy.high:.3f}),"
        f" F1 {f1.value:.3f} ({f1.low:.3f} to {f1.high:.3f})",
        flush=True,
    )


def gain(new: np.ndarray, old: np.ndarray, right: np.ndarray) -> str:
    """How much the balanced accuracy rises, with the interval over the same rows."""

    def statistic(rows: np.ndarray) -> float:
        true = right[rows]
        parts = [true == c for c in np.unique(true)]
        return float(
            np.mean(
                [(new[rows][p] == true[p]).mean() - (old[rows][p] == true[p]).mean() for p in parts]
            )
        )

    found = interval_of(statistic, len(right), rounds=ROUNDS)
    return f"{found.value:+.3f} ({found.low:+.3f} to {found.high:+.3f})"


def main() -> None:
    """Print every set."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dev", type=Path, required=True)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--against", type=Path)
    parser.add_argument("--only", default="", help="sets whose name begins so")
    parser.add_argument("--rows", type=int, default=1000, help="of each set at most")
    parser.add_argument("--cache", type=Path, required=True, help="folder for what was computed")
    options = parser.parse_args()
    for name, examples in sample(options.dev, options.rows, options.only).items():
        right = np.array([e.label for e in examples])
        new = labels(kept_chances(options.model, name, examples, options.cache), right)
        show(name, new, right)
        if options.against:
            old = labels(kept_chances(options.against, name, examples, options.cache), right)
            show(f"  {options.against.name}: {name}", old, right)
            print(f"  gain {gain(new, old, right)}", flush=True)


if __name__ == "__main__":
    main()
