"""Write the training examples of the verifier.

`python -m recipes.verifier.prepare --data DIR --tables tables.xz --out examples.xz`; ../assayer
makes tables.xz.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from pathlib import Path

from recipes.assayer.corpus import load as load_tables
from recipes.verifier.examples import Example, save
from recipes.verifier.from_aliases import alias_examples
from recipes.verifier.from_claims import claim_examples
from recipes.verifier.from_questions import question_examples
from recipes.verifier.from_sentences import sentence_examples

MAX_TEXT = 1_400


def main() -> None:
    """Make everything, once each, and count it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--tables", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--sentences", type=int, default=60_000)
    options = parser.parse_args()
    rng = random.Random(5)
    tables = load_tables(options.tables)
    made: dict[tuple[str, str, str], Example] = {}
    for source in (
        claim_examples(options.data, rng),
        question_examples(tables, rng),
        sentence_examples(tables, rng, options.sentences),
        alias_examples(tables, rng),
    ):
        for each in source:
            if each.text.strip() and len(each.text) <= MAX_TEXT * 2:
                made.setdefault((each.claim, each.title, each.text), each)
    examples = list(made.values())
    save(examples, options.out)
    for origin, count in sorted(Counter((e.origin, e.label) for e in examples).items()):
        print(*origin, count)
    print(len(examples), "examples")


if __name__ == "__main__":
    main()
