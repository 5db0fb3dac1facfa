"""How well a model reflects, on questions it never saw.

`python -m recipes.reflective_lm.measure prompts --rows rows.xz --out prompts.xz` takes some rows
of prepare.py for recipes.lora.complete;
`python -m recipes.reflective_lm.measure report --rows rows.xz --said F...` compares
what was said.
"""

from __future__ import annotations

import argparse
import json
import lzma
import random
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from assay_bench.metrics.bootstrap import mean_interval
from assay_bench.training.answer_match import says
from assay_strategies.reflect.reflection_tokens import (
    RELEVANCE,
    RETRIEVE,
    SUPPORT,
    UTILITY,
    plain_text,
)
from recipes.lora.pack import pack

GROUPS = {"retrieval": RETRIEVE, "relevance": RELEVANCE, "support": SUPPORT, "utility": UTILITY}


def chosen(path: Path, most: int) -> list[dict[str, Any]]:
    """The same rows every time, as many of each task."""
    by_task: dict[str, list[dict[str, Any]]] = defaultdict(list)
    with lzma.open(path, "rt", encoding="utf-8") as file:
        for number, line in enumerate(file):
            row = json.loads(line)
            by_task[row["task"]].append({"id": str(number), **row})
    chance = random.Random(0)
    return [r for rows in by_task.values() for r in chance.sample(rows, min(most, len(rows)))]


def token_of(text: str, group: Sequence[str]) -> str | None:
    """The token of the group that stands first in the text."""
    places = {text.find(token): token for token in group if token in text}
    return places[min(places)] if places else None


def report(rows: list[dict[str, Any]], said: dict[str, str]) -> None:
    """Print the figures of one run."""
    right: dict[str, list[bool]] = defaultdict(list)
    for row in rows:
        text = said.get(row["id"])
        if text is None:
            continue
        for name, group in GROUPS.items():
            wanted = token_of(row["target"], group)
            if wanted is not None and (name != "support" or row["task"] == "judge"):
                right[f"{name} {wanted}"].append(token_of(text, group) == wanted)
        if row["task"] == "answer" and row["target"].startswith(RELEVANCE[0]):
            gold = plain_text(row["target"])
            answer = plain_text(text)
            right["says the answer"].append(says(answer, [gold]) or says(gold, [answer]))
    for name, values in sorted(right.items()):
        found = mean_interval([float(value) for value in values])
        print(f"  {name}: {found.value:.3f} [{found.low:.3f}, {found.high:.3f}] of {len(values)}")


def main() -> None:
    """Parse, then write prompts or report."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("what", choices=("prompts", "report"))
    parser.add_argument("--rows", type=Path, required=True)
    parser.add_argument("--most", type=int, default=500, help="rows of each task")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--said", type=Path, nargs="*", default=[])
    options = parser.parse_args()
    rows = chosen(options.rows, options.most)
    if options.what == "prompts":
        asked = [{k: r[k] for k in ("id", "task", "prompt")} | {"max_tokens": 80} for r in rows]
        print(dict(pack(asked, options.out)))
    for path in options.said:
        with path.open(encoding="utf-8") as file:
            lines = [json.loads(line) for line in file]
        print(path.name)
        report(rows, {line["id"]: line["text"] for line in lines})


if __name__ == "__main__":
    main()
