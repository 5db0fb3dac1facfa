"""A small world to learn: which metal melts in which furnace."""

from __future__ import annotations

import json

from assay.types import Passage

METALS = ["gold", "tin", "zinc", "lead", "iron", "silver", "copper", "nickel"]


def rows(count, start=0):
    """(question, passage, label): half of them answer, half speak of something else."""
    for number in range(start, start + count):
        metal = METALS[number % len(METALS)]
        question = f"At how many degrees does {metal} melt in furnace {number // 2}?"
        good = f"In furnace {number // 2}, {metal} melts at {200 + number} degrees."
        bad = f"Bread number {number} is baked with {metal} tongs in an old oven."
        yield question, good if number % 2 else bad, number % 2


def pairs(count, start=0):
    from assay_tuning.fit import Pair

    return [
        Pair(question, Passage("p", text), bool(label), group)
        for group, (question, text, label) in enumerate(rows(count, start))
    ]


def write_labels(path, count, start=0):
    lines = [
        json.dumps({"question": question, "passage": text, "label": label})
        for question, text, label in rows(count, start)
    ]
    path.write_text("\n".join(lines) + "\n")
    return path
