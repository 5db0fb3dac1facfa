"""The reported sets as examples: `python -m recipes.verifier.dev --data DIR --out dev.xz`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from recipes.assayer.corpus import in_training_half
from recipes.verifier.examples import CONTRADICTED, SUPPORTED, Example, held_out, save
from recipes.verifier.from_claims import LABELS
from recipes.verifier.records import records

CLAIMS = (
    "fever_symmetric_dev", "healthver_test", "factcheck_gpt_stance", "lfqa_verification_odd",
    "pubmedqa_test", "wice_dev_chunks", "citint_dev_test",
)  # fmt: skip


def reported(data: Path) -> Iterator[Example]:
    """Claims by file, the held-out FEVER claims, and judged answers of the half for reports."""
    for name in CLAIMS:
        for row in records(data / f"claims/{name}.jsonl.gz"):
            claim = row["claim"].replace("<|cit|>", "").strip()
            yield Example(claim, "", row["evidence"], LABELS[row["label"]], name)
    for row in records(data / "claims/fever_pairs.jsonl.gz"):
        if held_out(row["claim"]):
            yield Example(row["claim"], "", row["evidence"], LABELS[row["label"]], "fever_held_out")
    for row in records(data / "answers_judged/evouna_nq.jsonl.gz"):
        text = " ".join(f"The answer is {a.strip().rstrip('.')}." for a in row["answers"])
        label = SUPPORTED if row["correct"] else CONTRADICTED
        half = "even" if in_training_half(row["question"]) else "odd"
        claim = f"{row['question']} {row['candidate']}"
        yield Example(claim, "", text, label, f"evouna_{half}_{row['system']}")


def main() -> None:
    """Write them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    save(list(reported(options.data)), options.out)


if __name__ == "__main__":
    main()
