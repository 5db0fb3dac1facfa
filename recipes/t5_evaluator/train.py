"""T5-large as the evaluator, trained as the CRAG paper says (appendix B.3).

`python -m recipes.t5_evaluator.train --labels labels.jsonl --base google-t5/t5-large --out t5`

Batch 12, 8 epochs, AdamW at 1e-4 that falls linearly, one output regressed to 1 and -1, "question
[SEP] passage" cut at 512 tokens. An interrupted training carries on.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from assay.model_files import MODELS
from assay_tuning.fit import Plan, Run
from assay_tuning.read_labels import read_labels
from assay_tuning.train_evaluator import Data, Trained, make_pairs, split_pairs, train_evaluator

PAPER = Plan(epochs=8, rate=1e-4, batch=12, patience=8, warm=0.0)
"""Patience as long as the training: the paper does not stop early."""
ASSAYER = MODELS / "assayer"


def train(labels: Path, base: str, out: Path, plan: Plan = PAPER) -> Trained:
    """Trains on nine tenths of the questions and compares with our evaluator on the rest."""
    pairs = make_pairs(read_labels([labels]).questions)
    learn, held = split_pairs(pairs)
    data = Data(learn, held, held, (labels.name,))
    return train_evaluator(data, ASSAYER, base, Run(plan, out))


def main() -> None:
    """Train, and print what every epoch brought."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--labels", type=Path, required=True)
    parser.add_argument("--base", default="google-t5/t5-large")
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    for epoch in train(args.labels, args.base, args.out).history:
        print(f"epoch {epoch.number}: loss {epoch.loss:.4f}, AUROC {epoch.auroc:.3f}")


if __name__ == "__main__":
    main()
