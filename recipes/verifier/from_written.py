"""Examples from written questions: their labels are guesses, so only the teacher's word counts."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from recipes.assayer.reported import Reported
from recipes.records import records
from recipes.verifier.examples import ABSENT, SUPPORTED, Example, sentences
from recipes.verifier.from_spans import answered, unanswered

FILES = ("technical", "wikipedia")
MOST_WORDS = 220
_WRAPPED = re.compile(r"(?<![.:;!?|])\n\s*(?=[a-z(\"'])|(?<=[\w,]{2})\n(?=[A-Za-z][a-z]* [a-z])")


def written_passages(data: Path, names: Sequence[str] = FILES) -> list[tuple[str, str, list[dict]]]:
    """Titles, texts and questions of the passages that no reported set holds."""
    reported = Reported(data)
    return [
        (row["title"], row["text"], row["questions"])
        for name in names
        for row in records(data / f"written/{name}.jsonl.gz")
        if len(row["text"].split()) <= MOST_WORDS and not reported.holds_passage(row["text"])
    ]


def headed(title: str, text: str) -> tuple[str, str]:
    """A short first line as the heading before the title, as the passages of a manual have it."""
    text = _WRAPPED.sub(" ", text)
    first, _, rest = text.partition("\n")
    first = first.strip(" -#*:")
    if not rest or not 1 <= len(first.split()) <= 7 or first.endswith((".", "?", ",")):
        return title, text
    return f"{first} \u00b7 {title}", rest


def written_examples(
    passages: list[tuple[str, str, list[dict]]], rng: random.Random, most: int
) -> Iterator[Example]:
    """Right and wrong spans and sentences for about `most` examples, all of no weight."""
    made = 0
    for title, text, questions in rng.sample(passages, len(passages)):
        head = title if rng.random() < 0.8 else ""
        answers = [text[q["start"] : q["end"]] for q in questions if "start" in q]
        for asked in rng.sample(questions, min(2, len(questions))):
            for each in _of_one(asked, head, text, answers, rng):
                made += 1
                yield replace(each, weight=0.0)
        if made >= most:
            return


def _of_one(
    asked: dict, title: str, text: str, answers: list[str], rng: random.Random
) -> Iterator[Example]:
    question = asked["question"].strip()
    if asked["kind"] == "unanswerable":
        yield from unanswered(question, title, text, rng, "written")
    elif asked["end"] - asked["start"] <= 100:
        place = asked["start"], asked["end"]
        yield from answered(
            question, title, text, place, answers=answers, rng=rng, origin="written"
        )
    else:
        yield from _sentences_for(question, title, text, text[asked["start"] : asked["end"]], rng)


def _sentences_for(
    question: str, title: str, text: str, answer: str, rng: random.Random
) -> Iterator[Example]:
    """A whole sentence as the answer, and another one of the same text."""
    right = " ".join(answer.split())
    yield Example(f"{question} {right}", title, text, SUPPORTED, "written_sentence", 0.0)
    rest = [s for s in sentences(text) if s not in answer and 5 <= len(s.split()) <= 45]
    if rest:
        other = rng.choice(rest)
        yield Example(f"{question} {other}", title, text, ABSENT, "written_sentence", 0.0)
