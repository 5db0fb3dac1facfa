"""How much higher a short text without a title is to be scored than the network does.

`python -m recipes.assayer.short --data DIR --model DIR` prints `short` for `[calibration.passage]`
and what it changes.

Passages with a known answer are cut to one to four sentences: a good text holds the answer, a bad
one of the same passage does not; WikiQA has sentences that people judged. The calibration of whole
passages stays; one number is fitted beside it, with texts weighed as if a third were good.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from assay.adapters.scorers.assayer import Assayer, shortness
from assay.text.sentences import sentence_spans
from assay.types import Passage
from recipes.assayer.corpus import in_training_half
from recipes.assayer.measure import auroc, calibration_error
from recipes.records import records

FITTED, REPORTED = ("wikiqa_dev", "nq", "clapnq_dev"), ("wikiqa_test", "squad2_dev")
MOST, SENTENCES, GOOD = 1500, (1, 2, 3, 4), 1 / 3


class Text(NamedTuple):
    """A short text for a question, and whether it answers."""

    question: str
    text: str
    good: bool


class Table(NamedTuple):
    """What the network says of the texts of one set."""

    logit: np.ndarray  # as calibrated for whole passages
    short: np.ndarray
    good: np.ndarray

    @property
    def weight(self) -> np.ndarray:
        """Of each text, so that a third counts as good."""
        good = self.good.mean()
        return np.where(self.good, GOOD / good, (1 - GOOD) / (1 - good))


def sentences_judged(path: Path) -> Iterator[Text]:
    """Sentences that people judged."""
    for record in records(path):
        for passage in record["passages"]:
            yield Text(record["question"], passage["text"], passage["label"] == 1)


def cut_texts(path: Path, key: str) -> Iterator[Text]:
    """One good and one bad text of every passage that was not trained on."""
    counts = cycle(SENTENCES)
    for record in records(path):
        if record["answers"] and not record["unanswerable"] and not in_training_half(record[key]):
            yield from _cut(record, next(counts))


def _cut(record: dict[str, Any], count: int) -> Iterator[Text]:
    text, spans = record["context"], sentence_spans(record["context"])
    answers = [(a["start"], a["start"] + len(a["text"])) for a in record["answers"]]
    found: dict[bool, list[tuple[int, int]]] = {True: [], False: []}
    for (first, _), (_, last) in zip(spans, spans[count - 1 :], strict=False):
        held = any(first <= begin and end <= last for begin, end in answers)
        found[held].append((first, last))
    for good, windows in found.items():
        if windows:
            first, last = windows[len(windows) // 2]
            yield Text(record["question"], text[first:last], good)


def gather(data: Path, name: str) -> list[Text]:
    """The texts of a set."""
    if name.startswith("wikiqa"):
        texts = sentences_judged(data / f"retrieval/{name}.jsonl.gz")
    else:
        file = {"nq": "nq_oracle_spans"}.get(name, name)
        key = "context" if name == "squad2_dev" else "question"
        texts = cut_texts(data / f"spans/{file}.jsonl.gz", key)
    return list(islice(texts, MOST))


def look(assayer: Assayer, texts: list[Text]) -> Table:
    """Let the network read the texts."""
    passages = [Passage("p", text.text) for text in texts]
    pairs = list(zip([text.question for text in texts], passages, strict=True))
    assayer.prime(pairs)
    seen = [next(iter(assayer.readings(question, [passage]))) for question, passage in pairs]
    weights = assayer.passage
    logits = [weights.relevance * reading.relevance + weights.bias for reading in seen]
    return Table(
        np.clip(logits, -20, 20),
        np.array(list(map(shortness, passages, seen))),
        np.array([text.good for text in texts]),
    )


def fit(tables: list[Table]) -> float:
    """The factor of shortness, by Newton's method; every set counts the same."""
    factor = 0.0
    for _ in range(50):
        slope = bend = 0.0
        for table in tables:
            p = 1 / (1 + np.exp(-(table.logit + factor * table.short)))
            slope += float(np.mean(table.weight * (table.good - p) * table.short))
            bend += float(np.mean(table.weight * p * (1 - p) * table.short**2))
        factor += slope / bend
    return factor


def report(name: str, table: Table, factor: float) -> None:
    """What the factor changes: good and bad texts above even, error, order."""
    for label, by in (("before", 0.0), ("after", factor)):
        p = 1 / (1 + np.exp(-(table.logit + by * table.short)))
        good, bad = (p[table.good] > 0.5).mean(), (p[~table.good] > 0.5).mean()
        draw = np.random.default_rng(0).choice(len(p), 20_000, p=table.weight / table.weight.sum())
        error = calibration_error(p[draw], table.good[draw])
        print(
            f"{name} ({len(p)}), {label}: good {good:.0%} and bad {bad:.0%} above even, "
            f"ECE {error:.3f}, AUROC {auroc(p, table.good):.3f}"
        )


def main() -> None:
    """Fit, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--model", type=Path, required=True)
    options = parser.parse_args()
    assayer = Assayer(options.model)
    tables = {name: look(assayer, gather(options.data, name)) for name in (*FITTED, *REPORTED)}
    for left in FITTED:
        print(f"without {left}: {fit([tables[name] for name in FITTED if name != left]):.3f}")
    factor = fit([tables[name] for name in FITTED])
    print(f"short = {factor:.3f}")
    for name, table in tables.items():
        report(name, table, factor)


if __name__ == "__main__":
    main()
