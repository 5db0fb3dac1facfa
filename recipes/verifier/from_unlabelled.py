"""Pairs that nobody labelled, for the teacher's opinion only."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from recipes.assayer.corpus import Tables, by_title, normalised
from recipes.records import records
from recipes.verifier.edits import Pool, mentions, negated, swapped
from recipes.verifier.examples import ABSENT, Example, held_out, sentences
from recipes.verifier.from_claims import plain

SCIENCE = ("healthver_dev", "scifact_train", "covidfact", "citint_train", "pubmedqa_train")
COMMON_SHARE = 0.02
MAX_PASSAGE = 1_400


def unlabelled_examples(
    data: Path, tables: Tables, rng: random.Random, most: int
) -> Iterator[Example]:
    """About `most` pairs: science against science, FEVER claims against pages that they name."""
    yield from _science(data, rng, most // 2)
    yield from _pages(data, tables, rng, most // 2)


def same_page_examples(tables: Tables, rng: random.Random, most: int) -> Iterator[Example]:
    """Sentences beside other passages of the same title: what one says the other may say too.

    Two dumps and several cuts of Wikipedia tell the same in other words, or more, or less; so do
    the pages of a manual under one heading.
    """
    pages: dict[str, list[int]] = defaultdict(list)
    for row in tables.seeds:
        pages[normalised(tables.passages[row][0])].append(row)
    several = [rows for title, rows in pages.items() if title and len(rows) > 1]
    pool = Pool()
    some = rng.sample(tables.seeds, min(len(tables.seeds), 5_000))
    pool.add(m.text for row in some for m in mentions(tables.passages[row][1]))
    for _ in range(most):
        said, beside = rng.sample(rng.choice(several), 2)
        title, text = tables.passages[beside]
        own = [s for s in sentences(tables.passages[said][1]) if 6 <= len(s.split()) <= 45]
        near = sorted(own, key=lambda s: -len(_words(s) & _words(text)))[:4]
        if not near:
            continue
        claim, draw = rng.choice(near), rng.random()
        if draw < 0.1:
            claim = negated(claim, rng) or claim
        elif draw < 0.3:
            claim = swapped(claim, text, pool, rng) or claim
        head = title if rng.random() < 0.6 else ""
        yield Example(claim, head, text[:MAX_PASSAGE], ABSENT, "page_unlabelled", 0.0)


def science_texts(data: Path) -> list[str]:
    """Evidence of the science sets that may be trained on."""
    rows = (row for name in SCIENCE for row in records(data / f"claims/{name}.jsonl.gz"))
    return list(dict.fromkeys(row["evidence"] for row in rows))


def _science(data: Path, rng: random.Random, most: int) -> Iterator[Example]:
    """Claims, sentences and changed sentences beside texts that share rare words with them."""
    texts, claims = science_texts(data), []
    for name in SCIENCE:
        for row in records(data / f"claims/{name}.jsonl.gz"):
            claims.append(plain(row["claim"]))
            claims += [c for c in [row["meta"].get("conclusion", "")] if c]
    pool = Pool()
    pool.add(m.text for text in texts for m in mentions(text))
    by_word: dict[str, list[int]] = defaultdict(list)
    for at, text in enumerate(texts):
        for word in _words(text):
            by_word[word].append(at)
    common = {w for w, rows in by_word.items() if len(rows) > len(texts) * COMMON_SHARE}
    for _ in range(most):
        claim = rng.choice(claims)
        if rng.random() < 0.45:
            own = [s for s in sentences(rng.choice(texts)) if 6 <= len(s.split()) <= 40]
            claim = rng.choice(own) if own else claim
        near = [at for w in _words(claim) - common for at in by_word.get(w, ())]
        text = texts[rng.choice(near) if near and rng.random() < 0.9 else rng.randrange(len(texts))]
        draw = rng.random()
        if draw < 0.2:
            claim = negated(claim, rng) or claim
        elif draw < 0.4:
            claim = swapped(claim, text, pool, rng) or claim
        yield Example(claim, "", _piece(text, rng), ABSENT, "science_unlabelled", 0.0)


def _pages(data: Path, tables: Tables, rng: random.Random, most: int) -> Iterator[Example]:
    """Claims of FEVER beside passages whose title they name, or that a page of theirs names."""
    seeds = set(tables.seeds)
    pages = by_title(tables)
    rows = [r for r in records(data / "claims/fever_pairs.jsonl.gz") if not held_out(r["claim"])]
    made = 0
    while made < most:
        row = rng.choice(rows)
        named = [
            n for m in mentions(row["claim"] + " .") for n in pages.get(normalised(m.text), ())
        ]
        named = [n for n in named if n in seeds]
        made += 1
        if named:
            title, text = tables.passages[rng.choice(named)]
        else:
            title, text = tables.passages[rng.choice(tables.seeds)]
            if rng.random() < 0.8:
                continue
        head = title if rng.random() < 0.6 else ""
        yield Example(row["claim"], head, _piece(text, rng), ABSENT, "fever_unlabelled", 0.0)


def _piece(text: str, rng: random.Random) -> str:
    """All of it or some sentences in a row."""
    parts = sentences(text)
    if rng.random() < 0.3 or len(parts) < 2:
        return text
    first = rng.randrange(len(parts))
    return " ".join(parts[first : first + rng.choice([1, 1, 2, 3, 5])])


def _words(text: str) -> set[str]:
    return {w.strip(".,;:()").casefold() for w in text.split() if len(w) > 4}
