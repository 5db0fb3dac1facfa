"""Rows for the trainer from a folder that `assay cov-data` made.

`python -m recipes.cov_model.prepare --made DIR --out cov.jsonl.xz [--arm d1 | chain | direct]`

The arms are those that the paper compares: answering alone, both tasks with the chain of scores,
judgment and query, and both tasks with the query at once.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Any

from assay.steps.verify.cov_form import cov_prompt, read_form
from recipes.lora.pack import is_dev, pack

NO_QUERY = "NONE"


class Arm(StrEnum):
    """What one model learns."""

    D1 = "d1"
    CHAIN = "chain"
    DIRECT = "direct"


def rows(made: Path, arm: Arm = Arm.CHAIN) -> Iterator[dict[str, Any]]:
    """The examples of the arm's tasks, the answers first."""
    for name in ("d1",) if arm is Arm.D1 else ("d1", "d2"):
        with (made / f"{name}.jsonl").open(encoding="utf-8") as file:
            for line in file:
                example = json.loads(line)
                if arm is Arm.DIRECT and name == "d2":
                    example |= directly(example)
                row = {key: example[key] for key in ("task", "messages", "target")}
                yield {**row, **({"dev": True} if is_dev(example["question"]) else {})}


def directly(example: dict[str, Any]) -> dict[str, Any]:
    """The same verification without the chain: the revised question, or that there is none."""
    found = (
        f"{each['title']}: {each['text']}" if each["title"] else each["text"]
        for each in example["references"]
    )
    asked = cov_prompt(example["question"], list(found), example["answer"], direct=True)
    form = read_form(example["target"])
    target = NO_QUERY if form.judgment else form.revised_question or NO_QUERY
    return {"messages": [{"role": "user", "content": asked}], "target": target}


def main() -> None:
    """Parse, pack, count."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--made", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--arm", type=Arm, choices=tuple(Arm), default=Arm.CHAIN)
    options = parser.parse_args()
    counts = pack(rows(options.made, options.arm), options.out)
    print(dict(counts), f"{options.out.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
