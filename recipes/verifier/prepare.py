"""Write the training examples of the verifier.

`python -m recipes.verifier.prepare --data DIR --tables tables.xz --out examples.xz`; ../assayer
makes tables.xz.
"""

from __future__ import annotations

import argparse
import hashlib
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from recipes.assayer.corpus import Tables
from recipes.assayer.corpus import load as load_tables
from recipes.verifier.examples import Example, save
from recipes.verifier.from_aliases import alias_examples
from recipes.verifier.from_claims import claim_examples
from recipes.verifier.from_forms import form_examples
from recipes.verifier.from_questions import question_examples
from recipes.verifier.from_rulings import ruling_examples
from recipes.verifier.from_sentences import sentence_examples
from recipes.verifier.from_spans import span_examples
from recipes.verifier.from_unlabelled import (
    same_page_examples,
    science_texts,
    unlabelled_examples,
)
from recipes.verifier.from_written import headed, written_examples, written_passages
from recipes.verifier.neighbours import with_neighbours

MAX_TEXT = 1_400
# The assayer's tables have far more of these than a verifier needs: one in so many is kept.
ONE_IN = {"alias": 6, "written-": 6, "entry-": 5, "swapped": 6, "unanswerable": 3, "yesno": 6}


def examples_of(data: Path, tables: Tables, share: float) -> Iterator[Example]:
    """Every kind in turn; `share` scales how many are made of those that can be made at will."""
    rng = random.Random(5)

    def some(count: int) -> int:
        return int(count * share)

    manuals = written_passages(data, ("technical",))
    pages = [tables.passages[row] for row in tables.seeds]
    entries = [headed(title, text) for title, text, _ in manuals]
    texts = [text for _, text in rng.sample(pages, 20_000)]
    yield from with_neighbours(claim_examples(data, rng), texts, rng, 0.45)
    yield from with_neighbours(question_examples(tables, rng), texts, rng, 0.1)
    yield from span_examples(tables, rng, some(70_000))
    yield from with_neighbours(sentence_examples(pages, rng, some(35_000)), texts, rng, 0.15)
    told = [text for _, text in entries]
    yield from with_neighbours(
        sentence_examples(entries, rng, some(30_000), "manual"), told, rng, 0.15
    )
    science = [("", text) for text in science_texts(data)]
    yield from with_neighbours(
        sentence_examples(science * 2, rng, some(16_000), "science"), told, rng, 0.1
    )
    yield from form_examples(pages, rng, some(50_000))
    yield from form_examples(entries, rng, some(18_000))
    yield from ruling_examples(pages, rng, some(24_000))
    yield from ruling_examples(entries, rng, some(24_000))
    yield from alias_examples(tables, rng, rounds=1)
    written = manuals + written_passages(data, ("wikipedia",))
    yield from written_examples(written, rng, some(90_000))
    yield from unlabelled_examples(data, tables, rng, some(70_000))
    yield from same_page_examples(tables, rng, some(60_000))


def is_kept(example: Example) -> bool:
    """False for most of what there is too much of, by the hash of the claim."""
    some = next((n for name, n in ONE_IN.items() if example.origin.startswith(name)), 1)
    return hashlib.sha1(example.claim.encode()).digest()[0] % some == 0


def main() -> None:
    """Make everything, once each, and count it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--tables", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--share", type=float, default=1.0, help="of the examples made at will")
    options = parser.parse_args()
    made: dict[tuple[str, str, str], Example] = {}
    for each in examples_of(options.data, load_tables(options.tables), options.share):
        if each.text.strip() and len(each.text) <= MAX_TEXT * 2 and is_kept(each):
            made.setdefault((each.claim, each.title, each.text), each)
    examples = list(made.values())
    save(examples, options.out)
    for origin, count in sorted(Counter((e.origin, e.label) for e in examples).items()):
        print(*origin, count)
    print(len(examples), "examples,", sum(e.weight > 0 for e in examples), "with a label")


if __name__ == "__main__":
    main()
