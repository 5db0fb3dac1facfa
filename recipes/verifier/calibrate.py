"""Fit the temperature, measure the int8 model, and write its card.

`python -m recipes.verifier.calibrate --model DIR --dev dev.xz [--rows N]`
"""

from __future__ import annotations

import argparse
import hashlib
import random
from collections import defaultdict
from pathlib import Path

import numpy as np

from assay.adapters.verifiers.nli_model import NliModel
from assay.types import Passage
from recipes.assayer.corpus import in_training_half
from recipes.verifier.examples import SUPPORTED, Example, load
from recipes.verifier.measure import figures, show

TEMPERATURES = np.linspace(0.5, 4, 71)


def for_fit(example: Example) -> bool:
    """The rows that the temperature is fitted on; they are not among the figures printed here."""
    if example.origin == "fever_held_out":
        return in_training_half(example.claim)
    return example.origin.startswith("evouna_even")


def chances(folder: Path, examples: list[Example]) -> np.ndarray:
    """The probabilities of the model in `folder`, [examples, 3]."""
    model = NliModel(folder)
    pairs = [(e.claim, Passage("", e.text, e.title)) for e in examples]
    rows = model.nli(pairs)
    return np.array([[s.supported, s.contradicted, s.absent] for s in rows])


def cooled(found: np.ndarray, temperature: float) -> np.ndarray:
    """The probabilities that logits divided by the temperature give."""
    logits = np.log(np.clip(found, 1e-9, 1)) / temperature
    shares = np.exp(logits - logits.max(1, keepdims=True))
    return shares / shares.sum(1, keepdims=True)


def best_temperature(found: np.ndarray, examples: list[Example]) -> float:
    """The one that makes the labels likeliest, each set counting the same."""
    groups: dict[str, list[int]] = defaultdict(list)
    for at, each in enumerate(examples):
        groups[each.origin.split("_")[0]].append(at)
    labels = np.array([e.label for e in examples])

    def surprise(temperature: float) -> float:
        shares = cooled(found, temperature)[np.arange(len(labels)), labels]
        return float(np.mean([-np.log(shares[rows]).mean() for rows in groups.values()]))

    return float(min(TEMPERATURES, key=surprise))


def calibration_error(chance: np.ndarray, holds: np.ndarray, bins: int = 10) -> float:
    """How far the stated chance of support is from the share that is supported, in ten bins."""
    place = np.minimum((chance * bins).astype(int), bins - 1)
    parts = [place == each for each in range(bins) if (place == each).any()]
    return float(sum(abs(chance[p].mean() - holds[p].mean()) * p.mean() for p in parts))


def show_errors(examples: list[Example], found: np.ndarray) -> None:
    """The calibration error of each set."""
    groups: dict[str, list[int]] = defaultdict(list)
    for at, each in enumerate(examples):
        groups["_".join(each.origin.split("_")[:2])].append(at)
    holds = np.array([e.label == SUPPORTED for e in examples])
    errors = {
        name: calibration_error(found[rows, SUPPORTED], holds[rows])
        for name, rows in sorted(groups.items())
    }
    for name, error in errors.items():
        print(f"calibration error {name}: {error:.3f}")


def card(folder: Path, temperature: float, version: str) -> str:
    """card.toml: what the code reads."""
    lines = [
        'name = "verifier"', f'version = "{version}"', 'backbone = "all-MiniLM-L6-v2"',
        'license = "Apache-2.0"', "max_length = 288", "", "[files]",
    ]  # fmt: skip
    for name in ("model.onnx", "tokenizer.json"):
        digest = hashlib.sha256((folder / name).read_bytes()).hexdigest()
        lines.append(f'"{name}" = "{digest}"')
    lines += [
        "", "# Probabilities from which a sentence counts as supported or contradicted, and an",
        "# answer as correct and as true enough to be judged right.", "[thresholds]",
        "supported = 0.5", "contradicted = 0.5", "correctness = 0.5", "truthfulness = 0.92", "",
        "# Logits are divided by it before they become probabilities.", "[calibration.stance]",
        f"temperature = {temperature:.2f}",
    ]  # fmt: skip
    return "\n".join(lines) + "\n"


def main() -> None:
    """Calibrate, print, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--dev", type=Path, required=True)
    parser.add_argument("--rows", type=int, default=1500, help="of each set at most")
    parser.add_argument("--version", default="1")
    options = parser.parse_args()
    random.seed(2)
    groups: dict[str, list[Example]] = defaultdict(list)
    for each in load(options.dev):
        name = "_".join(each.origin.split("_")[:2]) if "evouna" in each.origin else each.origin
        groups[name].append(each)
    kept = [
        e for rows in groups.values() for e in random.sample(rows, min(options.rows, len(rows)))
    ]
    found = chances(options.model, kept)
    fit = [at for at, each in enumerate(kept) if for_fit(each)]
    rest = [at for at, each in enumerate(kept) if not for_fit(each)]
    temperature = best_temperature(found[fit], [kept[at] for at in fit])
    print(f"temperature {temperature:.2f}")
    reported, told = [kept[at] for at in rest], cooled(found[rest], temperature)
    show("int8", figures(reported, told))
    show_errors(reported, told)
    (options.model / "card.toml").write_text(card(options.model, temperature, options.version))


if __name__ == "__main__":
    main()
