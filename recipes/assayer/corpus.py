"""The training tables: questions, passages, and what is known of each pair of them."""

from __future__ import annotations

import hashlib
import json
import lzma
import re
import string
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

# Marks for `Pair.start`: the passage holds no answer; nobody said where the answer stands.
NO_ANSWER, UNKNOWN = -1, -2


@dataclass(slots=True)
class Pair:
    """A question with a passage; relevance in 0..1, the answer as characters of the passage.

    A weight of zero marks a label that is a guess: only a teacher's opinion is learned from it.
    """

    question: int
    passage: int
    relevance: float
    start: int
    end: int
    origin: str
    weight: float = 1.0


@dataclass(slots=True)
class Open:
    """A question with known answers for which the miner shall find passages.

    `subject` is the thing it asks about where that is known, else empty.
    """

    question: int
    answers: list[str]
    subject: str
    origin: str


@dataclass(slots=True)
class Tables:
    """Every text once, and the pairs as indexes into them."""

    questions: list[str] = field(default_factory=list)
    passages: list[tuple[str, str]] = field(default_factory=list)
    pairs: list[Pair] = field(default_factory=list)
    opens: list[Open] = field(default_factory=list)
    # Passages that questions may be generated from: none of them is in a reported set.
    seeds: list[int] = field(default_factory=list)
    _question_at: dict[str, int] = field(default_factory=dict)
    _passage_at: dict[tuple[str, str], int] = field(default_factory=dict)

    def question(self, text: str) -> int:
        """The row of a question, added when new."""
        row = self._question_at.setdefault(text, len(self.questions))
        if row == len(self.questions):
            self.questions.append(text)
        return row

    def passage(self, title: str, text: str) -> int:
        """The row of a passage, added when new."""
        row = self._passage_at.setdefault((title, text), len(self.passages))
        if row == len(self.passages):
            self.passages.append((title, text))
        return row

    def save(self, path: Path) -> None:
        """Write everything to one compressed file."""
        state = {
            "questions": self.questions,
            "passages": self.passages,
            "pairs": [
                [p.question, p.passage, p.relevance, p.start, p.end, p.origin, p.weight]
                for p in self.pairs
            ],
            "opens": [[o.question, o.answers, o.subject, o.origin] for o in self.opens],
            "seeds": self.seeds,
        }
        with lzma.open(path, "wt", preset=1, encoding="utf-8") as file:
            json.dump(state, file, ensure_ascii=False)


def load(path: Path) -> Tables:
    """Read tables that `Tables.save` wrote."""
    with lzma.open(path, "rt", encoding="utf-8") as file:
        state = json.load(file)
    tables = Tables(
        questions=state["questions"],
        passages=[tuple(p) for p in state["passages"]],
        pairs=[Pair(*p) for p in state["pairs"]],
        opens=[Open(*o) for o in state["opens"]],
        seeds=state["seeds"],
    )
    tables._question_at = {q: i for i, q in enumerate(tables.questions)}
    tables._passage_at = {p: i for i, p in enumerate(tables.passages)}
    return tables


PARENTHESIS = re.compile(r"\s*\([^)]*\)$")
_PUNCTUATION = str.maketrans("", "", string.punctuation)


def normalised(text: str) -> str:
    """Lower case, no articles, no punctuation, single spaces: SQuAD's answer normalisation."""
    text = text.lower().translate(_PUNCTUATION)
    return " ".join(re.sub(r"\b(a|an|the)\b", " ", text).split())


def bare_title(title: str) -> str:
    """A normalised title without its parenthesis, so that "Paris (city)" is the page of Paris."""
    return normalised(PARENTHESIS.sub("", title))


def by_title(tables: Tables) -> dict[str, list[int]]:
    """The passages of each bare title."""
    rows: dict[str, list[int]] = defaultdict(list)
    for row, (title, _) in enumerate(tables.passages):
        rows[bare_title(title)].append(row)
    return rows


def in_training_half(text: str) -> bool:
    """The split of the sets that serve both training and report: an even SHA-1 is training."""
    return hashlib.sha1(normalised(text).encode()).digest()[0] % 2 == 0


def find_answer(answers: list[str], text: str) -> tuple[int, int] | None:
    """The first place where an answer stands as whole words, longest answer first."""
    for answer in sorted(dict.fromkeys(answers), key=len, reverse=True):  # equals keep their order
        if len(answer) < 2:
            continue
        found = re.search(rf"(?<!\w){re.escape(answer)}(?!\w)", text, re.IGNORECASE)
        if found:
            return found.span()
    return None


def subject_pair(tables: Tables, asked: Open, passage: int) -> Pair:
    """A question on one subject, judged by what the passage says rather than by its title."""
    title, text = tables.passages[passage]
    span = find_answer(asked.answers, text)
    titled = bare_title(title) == normalised(asked.subject)
    if span and (titled or asked.subject.lower() in text.lower()):
        return Pair(asked.question, passage, 1.0, *span, asked.origin)
    relevance = 0.35 if titled else 0.0
    return Pair(asked.question, passage, relevance, NO_ANSWER, NO_ANSWER, asked.origin)
