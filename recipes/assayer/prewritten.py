"""Questions that a language model wrote for passages, as training pairs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from recipes.assayer.corpus import NO_ANSWER, Open, Pair, Tables
from recipes.assayer.entries import entry_around
from recipes.assayer.reported import Reported
from recipes.assayer.swaps import swapped_pairs
from recipes.assayer.yes_no import as_yes_no, sentence_around
from recipes.records import records

FILES = ("technical", "wikipedia")
# Where the answer is a whole sentence, another passage may give it in other words.
WHOLE_SENTENCE = ("practical", "keywords", "yesno")


def add_written(tables: Tables, folder: Path, reported: Reported) -> None:
    """Every written question with its passage, with its entry, and with its subject exchanged.

    The sentences that answer are asked for by yes or no too, whoever wrote the question.
    """
    asked: list[tuple[Pair, str]] = []
    for name in FILES:
        for record in records(folder / f"{name}.jsonl.gz"):
            if reported.holds_passage(record["text"]):
                continue
            for pair, kind in (*_pairs(tables, record), *_settled(tables, record)):
                if reported.holds_question(tables.questions[pair.question]):
                    continue
                tables.pairs.append(pair)
                if pair.start >= 0:
                    asked.append((pair, record["source"]))
                    answer = tables.passages[pair.passage][1][pair.start : pair.end]
                    tables.opens.append(Open(pair.question, [answer], "", f"written-{kind}"))
    tables.pairs += swapped_pairs(tables, asked)


def _pairs(tables: Tables, record: dict) -> Iterator[tuple[Pair, str]]:  # type: ignore[type-arg]
    title, text = record["title"], record["text"]
    row = tables.passage(title, text)
    for each in record["questions"]:
        question, kind = tables.question(each["question"].strip()), each["kind"]
        if kind == "unanswerable":
            yield Pair(question, row, 0.0, NO_ANSWER, NO_ANSWER, "unanswerable", 0.5), kind
            continue
        yield Pair(question, row, 1.0, each["start"], each["end"], f"written-{kind}"), kind
        entry = entry_around(text, each["start"], each["end"])
        if entry is not None:
            path = " \N{MIDDLE DOT} ".join(filter(None, (entry.heading, title)))
            short = tables.passage(path, entry.text)
            yield Pair(question, short, 1.0, entry.start, entry.end, f"entry-{kind}"), kind


def _settled(tables: Tables, record: dict) -> Iterator[tuple[Pair, str]]:  # type: ignore[type-arg]
    """Questions that sentences of the text settle by yes or no."""
    text = record["text"]
    row = tables.passage(record["title"], text)
    answers = [(each["start"], each["end"]) for each in record["questions"] if "start" in each]
    for start, end in sorted({sentence_around(text, *answer) for answer in answers}):
        if asked := as_yes_no(text[start:end]):
            yield Pair(tables.question(asked), row, 1.0, start, end, "yesno", 0.5), "yesno"
            entry = entry_around(text, start, end)
            if entry is not None:
                path = " \N{MIDDLE DOT} ".join(filter(None, (entry.heading, record["title"])))
                short = tables.passage(path, entry.text)
                found = (entry.start, entry.end)
                yield Pair(tables.question(asked), short, 1.0, *found, "yesno", 0.5), "yesno"
