"""How far the check of sentences agrees with people, on claims judged against a text."""

from __future__ import annotations

import argparse
import gzip
import json
import random
import sys
from pathlib import Path

from assay.bench.metrics.evaluator import auroc
from assay.steps.refine import whole
from assay.steps.support import SUPPORTED_FROM, SupportCheck
from assay.types import Evidence, Passage

SETS = {
    "lfqa_verification_odd": "sentences of long answers",
    "wice_dev_chunks": "sentences of Wikipedia against cited pages",
    "scifact_train": "scientific claims",
    "fever_symmetric_dev": "claims and evidence made false on purpose",
    "covidfact": "true claims with one word exchanged",
}
CLAIMS = 600
LONGEST_TEXT = 6_000
HEADINGS = ("claims", "what they are", "AUC", "supported ones found", "others let through")


def scored(path: Path) -> list[tuple[float, bool]]:
    """The score of each claim, and whether people found it supported."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    random.Random(0).shuffle(rows)
    check = SupportCheck(supported_from=0.0)
    pairs = []
    for row in rows[:CLAIMS]:
        text = row["evidence"] if isinstance(row["evidence"], str) else "\n".join(row["evidence"])
        evidence = Evidence((whole(Passage("text", text[:LONGEST_TEXT])),))
        draft = check.check("", row["claim"], evidence, mark=False)
        pairs.append((draft.confidence or 0.0, row["label"] == "supported"))
    return pairs


def main() -> None:
    """Print one line for each set."""
    parser = argparse.ArgumentParser(prog="python -m assay.bench.generators.claims")
    parser.add_argument("--data", type=Path, required=True, help="folder that holds claims/")
    data: Path = parser.parse_args().data
    lines = ["| " + " | ".join(HEADINGS) + " |", "|" + "---|" * len(HEADINGS)]
    for name, what in SETS.items():
        pairs = scored(data / "claims" / f"{name}.jsonl.gz")
        good = [score for score, supported in pairs if supported]
        bad = [score for score, supported in pairs if not supported]
        found = sum(score >= SUPPORTED_FROM for score in good) / max(1, len(good))
        passed = sum(score >= SUPPORTED_FROM for score in bad) / max(1, len(bad))
        cells = (
            name,
            what,
            f"{auroc(*zip(*pairs, strict=True)):.3f}",
            f"{100 * found:.0f} %",
            f"{100 * passed:.0f} %",
        )
        lines.append("| " + " | ".join(cells) + " |")
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
