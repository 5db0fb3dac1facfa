"""Run the shipped model over judged passages.

`python -m recipes.assayer.evaluate --model DIR --rows dev.xz heldout.xz --out raw.json`
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

from assay.adapters.scorers.assayer import Assayer
from assay.adapters.scorers.pair_reading import PairReading
from assay.text.sentences import sentence_spans
from assay.types import Passage
from recipes.assayer import dev

BLOCK = 256


def outputs(assayer: Assayer, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Relevance logit, best span and its lead for every row, exactly as users get them."""
    results: list[dict[str, Any]] = []
    began = time.time()
    pairs = [(row["question"], Passage("p", row["text"], row["title"])) for row in rows]
    for number, (row, (_, passage)) in enumerate(zip(rows, pairs, strict=True)):
        if number % BLOCK == 0:
            assayer.prime(pairs[number : number + BLOCK])
        (reading,) = assayer.readings(row["question"], [passage])
        results.append(_plain(reading, row))
        if number % 2000 == 1999:
            speed = (number + 1) / (time.time() - began)
            print(f"{number + 1}/{len(rows)}, {speed:.0f} rows/s", flush=True)
    return results


def _plain(reading: PairReading, row: dict[str, Any]) -> dict[str, Any]:
    found, text = reading.best_span(), row["text"]
    if found is None:
        return {"relevance": -20.0, "lead": -20.0, "span": ""}
    seen = {
        "relevance": reading.relevance,
        "lead": found.lead,
        "span": text[found.start : found.end],
    }
    if row["set"].endswith("_heldout"):  # sentence scores are fitted on these
        seen["sentences"] = [(a, b, reading.strip_logit(a, b)) for a, b in sentence_spans(text)]
    return seen


def main() -> None:
    """Evaluate and save; `calibrate.py` makes figures of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--rows", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--most", type=int, help="rows of each set; all if not given")
    parser.add_argument("--sets", default="", help="only these sets, separated by commas")
    options = parser.parse_args()
    wanted = set(filter(None, options.sets.split(",")))
    rows = [row for path in options.rows for row in dev.load(path, options.most)]
    rows = [row for row in rows if not wanted or row["set"] in wanted]
    options.out.write_text(json.dumps(outputs(Assayer(options.model), rows)))


if __name__ == "__main__":
    main()
