"""Questions from templates, about pages that may or may not answer them."""

from __future__ import annotations

import random
import re

from recipes.assayer.corpus import PARENTHESIS, UNKNOWN, Pair, Tables

# What may be asked of a page, by a word that its text must hold: PopQA's kinds of question.
TEMPLATES = {
    r"\bborn\b|\(\d{4}": (
        "What is {}'s occupation?", "In what city was {} born?", "Who is the father of {}?",
        "Who is the mother of {}?", "What is the religion of {}?", "What sport does {} play?",
    ),
    r"\bfilm|directed|television": (
        "Who was the director of {}?", "Who was the screenwriter for {}?",
        "Who was the producer of {}?", "Who was the composer of {}?", "What genre is {}?",
    ),
    r"\bnovel|\bbook|written by|author": ("Who is the author of {}?", "What genre is {}?"),
    r"album|song|band|single|opera": (
        "What genre is {}?", "Who was the producer of {}?", "Who was the composer of {}?",
    ),
    r"village|town|city|river|located|district|county|school|station": (
        "In what country is {}?", "What is the capital of {}?", "What is {} the capital of?",
    ),
    r"football|season|league|club|team|championship|player": (
        "What sport does {} play?", "In what country is {}?",
    ),
}  # fmt: skip


def template_pairs(tables: Tables, most: int) -> list[Pair]:
    """PopQA-like questions about pages, unlabelled: the teacher says whether the page answers."""
    chance, pairs = random.Random(3), []
    for row in chance.sample(tables.seeds, min(most, len(tables.seeds))):
        title, text = tables.passages[row]
        fitting = [t for cue, ts in TEMPLATES.items() if re.search(cue, text) for t in ts]
        subject = PARENTHESIS.sub("", title).split(" - ")[0]
        if fitting and subject:
            asked = tables.question(chance.choice(fitting).format(subject))
            pairs.append(Pair(asked, row, 0.5, UNKNOWN, UNKNOWN, "template", 0.0))
    return pairs
