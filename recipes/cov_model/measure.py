"""What an adapter is worth: format, judgment and answers, on questions it never saw.

`python -m recipes.cov_model.measure prompts --made DIR --out prompts.xz` writes what
recipes.lora.complete shall ask;
`python -m recipes.cov_model.measure report --made DIR --said plain.jsonl adapted.jsonl` compares
what was said. `--arm direct` asks for the revised question at once, as that arm was taught.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from assay.steps.answer.prompts import NO_ANSWER
from assay.steps.verify.cov_form import read_form
from assay_bench.metrics.bootstrap import mean_interval
from assay_bench.training.answer_match import says
from recipes.cov_model.prepare import NO_QUERY, Arm, told
from recipes.lora.pack import pack

LONGEST = {"answer": 80, "verify": 140}


def chosen(made: Path, most: int, arm: Arm = Arm.CHAIN) -> list[dict[str, Any]]:
    """The same examples of each task every time, in the form that the arm knows."""
    found = []
    for name in ("d1", "d2"):
        with (made / f"{name}.jsonl").open(encoding="utf-8") as file:
            lines = file.readlines()
        found += [
            json.loads(line) for line in random.Random(0).sample(lines, min(most, len(lines)))
        ]
    checks = [x for x in found if x["task"] == "verify"]
    for each in checks:
        each["wanted"] = read_form(each["target"]).revised_question
        each.update(told(each, arm))
    return [x for x in found if arm is not Arm.D1 or x["task"] == "answer"]


def share(values: Sequence[float]) -> str:
    """A mean with its 95 % interval."""
    if not values:
        return "none"
    found = mean_interval(values)
    return f"{found.value:.3f} [{found.low:.3f}, {found.high:.3f}] of {len(values)}"


def judged(text: str, arm: Arm) -> tuple[bool, bool | None, str]:
    """Whether a verification has its form, what it judges, and the question it would ask."""
    if arm is Arm.DIRECT:
        query = text.strip()
        return bool(query), query == NO_QUERY if query else None, query
    form = read_form(text)
    return not form.problems, form.judgment, form.revised_question or ""


def report(examples: list[dict[str, Any]], said: dict[str, str], arm: Arm) -> None:
    """Print the figures of one run."""
    right: dict[str, list[float]] = defaultdict(list)
    for example in examples:
        text = said.get(example["id"])
        if text is None:
            continue
        if example["task"] == "verify":
            valid, judgment, query = judged(text, arm)
            right["form is valid"].append(valid)
            hit = judgment == example["expected"]  # a form that cannot be read is no hit
            if example["wanted"] and not example["expected"] and not judgment:
                right["revised question, words shared"].append(alike(query, example["wanted"]))
            right[f"judgment, {'right' if example['expected'] else 'wrong'} answers"].append(hit)
            right[f"judgment, {example['kind']}"].append(hit)
        elif example["kind"] == "no answer":
            right["declines where it must"].append(NO_ANSWER in text)
        else:
            right["says the right answer"].append(says(text, example["gold"]))
            right["cites the right reference"].append(cites_right(text, example))
    for name, values in sorted(right.items()):
        print(f"  {name}: {share([float(value) for value in values])}")
    sides = [right[f"judgment, {side} answers"] for side in ("right", "wrong")]
    if all(sides):
        balanced = sum(sum(side) / len(side) for side in sides) / 2
        print(f"  judgment, balanced accuracy: {balanced:.3f}")


def alike(query: str, question: str) -> float:
    """F1 of the words of two questions."""
    one, two = (set(re.findall(r"\w+", each.casefold())) for each in (query, question))
    return 2 * len(one & two) / max(1, len(one) + len(two))


def cites_right(text: str, example: dict[str, Any]) -> bool:
    """True when a marker in the text points at a reference that holds a right answer."""
    return any(
        f"[{number}]" in text and says(reference["text"], example["gold"])
        for number, reference in enumerate(example["references"], 1)
    )


def main() -> None:
    """Parse, then write prompts or report."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("what", choices=("prompts", "report"))
    parser.add_argument("--made", type=Path, required=True)
    parser.add_argument("--most", type=int, default=600, help="examples of each task")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--arm", type=Arm, choices=tuple(Arm), default=Arm.CHAIN)
    parser.add_argument("--said", type=Path, nargs="*", default=[])
    options = parser.parse_args()
    examples = chosen(options.made, options.most, options.arm)
    if options.what == "prompts":
        kept = ("id", "task", "messages")
        asked = [{**{k: x[k] for k in kept}, "max_tokens": LONGEST[x["task"]]} for x in examples]
        print(dict(pack(asked, options.out)))
    for path in options.said:
        with path.open(encoding="utf-8") as file:
            lines = [json.loads(line) for line in file]
        print(path.name)
        report(examples, {line["id"]: line["text"] for line in lines}, options.arm)


if __name__ == "__main__":
    main()
