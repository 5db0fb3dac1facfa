"""What must not be trained on: the questions and passages of the reported sets."""

from __future__ import annotations

import re
from pathlib import Path

from recipes.assayer.corpus import in_training_half, normalised
from recipes.records import records

REPORTED_RETRIEVAL = (
    "search_r1_nq", "search_r1_triviaqa", "search_r1_popqa", "wikiqa_dev", "wikiqa_test",
    "crag_bio_odd", "2wiki_dev200", "hotpotqa_dev200", "musique_dev200", "hotpot500",
)  # fmt: skip


class Reported:
    """What must not be trained on: the questions and passages of the reported sets."""

    def __init__(self, data: Path) -> None:
        """Read every reported set once."""
        self.questions: set[str] = set()
        self.passages: set[str] = set()
        for name in REPORTED_RETRIEVAL:
            for record in records(data / f"retrieval/{name}.jsonl.gz"):
                self.questions.add(normalised(record["question"]))
                self.passages |= {_head(p["text"]) for p in record["passages"]}
        for record in records(data / "crag_popqa_odd.jsonl.gz"):
            self.questions.add(normalised(record["question"]))
        for record in records(data / "spans/clapnq_dev.jsonl.gz"):
            self.questions.add(normalised(record["question"]))
        for record in records(data / "spans/squad2_dev.jsonl.gz"):
            if not in_training_half(record["context"]):
                self.passages.add(_head(record["context"]))

    def holds_question(self, text: str) -> bool:
        """True for a question of a reported set."""
        return normalised(text) in self.questions

    def holds_passage(self, text: str) -> bool:
        """True for a passage of a reported set."""
        return _head(text) in self.passages


def _head(text: str) -> str:
    return re.sub(r"\W+", "", text.lower())[:120]
