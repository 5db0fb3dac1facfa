"""Rows for the trainer from a folder that `assay cov-data` made.

`python -m recipes.cov_model.prepare --made DIR --out cov.jsonl.xz`
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from recipes.lora.pack import is_dev, pack


def rows(made: Path) -> Iterator[dict[str, Any]]:
    """The examples of both tasks, the answers first."""
    for name in ("d1", "d2"):
        with (made / f"{name}.jsonl").open(encoding="utf-8") as file:
            for line in file:
                example = json.loads(line)
                row = {key: example[key] for key in ("task", "messages", "target")}
                yield {**row, **({"dev": True} if is_dev(example["question"]) else {})}


def main() -> None:
    """Parse, pack, count."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--made", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    counts = pack(rows(options.made), options.out)
    print(dict(counts), f"{options.out.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
