"""Measure the verifier on claims, judged answers and citations, and its speed.

python -m assay.bench.verification --data DIR [--limit N] [--only PART...] [--out DIR]
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from assay.adapters.verifiers.trained import TrainedVerifier
from assay.bench.speed.machine import this_machine
from assay.bench.verification.answers import measure_answers
from assay.bench.verification.citations import measure_citations, measure_speed
from assay.bench.verification.claims import FILES, measure_claims
from assay.bench.verification.report import Results, tables
from assay.build import build_scorer, build_verifier
from assay.config import Settings
from assay.steps.word_stances import WordStances

PARTS = ("claims", "answers", "citations", "speed")
MOST_TIMED = 60


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure what was asked for, print the tables, and write both forms where told."""
    chosen = _arguments(arguments)
    settings = Settings()
    if chosen.words:
        verifier = TrainedVerifier(WordStances(), relevance=build_scorer(settings))
    else:
        built = build_verifier(settings)
        assert isinstance(built, TrainedVerifier)
        verifier = built
    results = Results("words" if chosen.words else "network", this_machine().facts())
    measure(results, verifier, chosen)
    text = tables(results)
    sys.stdout.write(text + "\n")
    if chosen.out is not None:
        chosen.out.mkdir(parents=True, exist_ok=True)
        (chosen.out / "verification.md").write_text(text + "\n", "utf-8")
        (chosen.out / "verification.json").write_text(
            json.dumps(results.as_json(), indent=1) + "\n", "utf-8"
        )
    return 0


def measure(results: Results, verifier: TrainedVerifier, chosen: argparse.Namespace) -> None:
    """Fill in the results, part by part."""
    data, limit, borders = chosen.data, chosen.limit, verifier.borders
    if "claims" in chosen.only:
        for name in chosen.claims:
            results.claims.append(measure_claims(name, data, verifier.stances, borders, limit))
    if "answers" in chosen.only:
        results.answers = measure_answers(data, verifier.stances, borders.supported, limit)
    if "citations" in chosen.only:
        results.citations = measure_citations(data, verifier, limit)
    if "speed" in chosen.only:
        results.speed = measure_speed(data, verifier, min(limit or MOST_TIMED, MOST_TIMED))


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m assay.bench.verification")
    parser.add_argument("--data", type=Path, required=True, help="folder of the data files")
    parser.add_argument("--out", type=Path, help="folder for verification.md and .json")
    parser.add_argument("--limit", type=int, help="at most so many records of each file")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS, help="parts to measure")
    parser.add_argument("--claims", nargs="+", choices=[*FILES], default=[*FILES])
    parser.add_argument("--words", action="store_true", help="words alone: what the network adds")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
