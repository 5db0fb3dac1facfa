"""Rows for the trainer from a folder that `assay cov-data` made.

`python -m recipes.cov_model.prepare --made DIR --out cov.jsonl.xz [--arm d1 | chain | direct |
judge-first]`

The arms are those that the paper compares: answering alone, both tasks with the chain of scores,
judgment and query, and both tasks with the query at once. `judge-first` is the chain turned
around, the same form with the judgment before the scores, to see what the order is worth.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Any

from assay.steps.verify.cov_form import JUDGMENT, REVISED, cov_prompt, read_form
from recipes.lora.pack import is_dev, pack

NO_QUERY = "NONE"


class Arm(StrEnum):
    """What one model learns."""

    D1 = "d1"
    CHAIN = "chain"
    DIRECT = "direct"
    JUDGE_FIRST = "judge-first"


def rows(
    made: Path, arm: Arm = Arm.CHAIN, most: int = 0, made_share: float = 1.0
) -> Iterator[dict[str, Any]]:
    """The examples of the arm's tasks, the answers first; with `most`, so many of each task."""
    for name in ("d1",) if arm is Arm.D1 else ("d1", "d2"):
        for example in drawn(made / f"{name}.jsonl", most, made_share):
            own = told(example, arm) if name == "d2" else {}
            row = {key: {**example, **own}[key] for key in ("task", "messages", "target")}
            yield {**row, **({"dev": True} if is_dev(example["question"]) else {})}


def drawn(path: Path, most: int, made_share: float) -> list[dict[str, Any]]:
    """All lines, or a sample of them; of verifications at most a share is of answers of rules.

    The seed model's own answers come first then, and rules fill up what they leave.
    """
    with path.open(encoding="utf-8") as file:
        lines = [json.loads(line) for line in file]
    if not most:
        return lines
    chance = random.Random(0)
    chance.shuffle(lines)
    said = [line for line in lines if line["kind"] == "seed"][: round(most * (1 - made_share))]
    others = [line for line in lines if line["kind"] != "seed"][: most - len(said)]
    chosen = said + others
    chance.shuffle(chosen)
    return chosen


def told(example: dict[str, Any], arm: Arm) -> dict[str, Any]:
    """What is other in a verification in the form of the arm."""
    match arm:
        case Arm.DIRECT:
            return directly(example)
        case Arm.JUDGE_FIRST:
            form = json.loads(example["target"])
            first = {key: form[key] for key in (JUDGMENT, REVISED)}
            return {"target": json.dumps(first | form, ensure_ascii=False)}
        case Arm.CHAIN | Arm.D1:
            return {}


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
    parser.add_argument("--most", type=int, default=0, help="examples of each task; 0: all")
    parser.add_argument(
        "--made-share", type=float, default=1.0, help="of answers of rules, where there is --most"
    )
    options = parser.parse_args()
    chosen = rows(options.made, options.arm, options.most, options.made_share)
    counts = pack(chosen, options.out)
    print(dict(counts), f"{options.out.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
