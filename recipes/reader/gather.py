"""What is seen of the passages of questions: `python -m recipes.reader.gather --help`.

Asks the search for the passages of every question of folders in the form of `assay bench realdocs`,
lets the encoder read all of them, and writes their features as JSON lines.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from assay import api
from assay.config import Settings
from assay.reader.features import of_question, values
from assay.reader.question import Question
from assay.reader.scorer import after_reading, before_reading, last_found
from assay.wiring import build_retriever
from assay.wiring.index import build_vocabulary
from assay.wiring.scorers import build_assayer
from assay_bench.realdocs.corpora import corpus_folder
from assay_bench.realdocs.judge import as_text, rank
from assay_bench.realdocs.question import RealQuestion, read_questions


def main() -> None:
    """Write the rows of all questions, one line each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, nargs="+", required=True, help="folders of questions")
    parser.add_argument("--index", type=Path, required=True, help="folder of the indexes")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    with options.out.open("w", encoding="utf-8") as file:
        for data in options.data:
            for row in rows_of(data, options.index / data.name):
                file.write(json.dumps(row) + "\n")


def rows_of(data: Path, index: Path) -> Iterator[dict[str, Any]]:
    """One row a question: its own features, and those of each passage that was found."""
    questions = sorted(read_questions(data), key=lambda each: (each.corpus, each.id))
    for corpus, some in groupby(questions, key=lambda each: each.corpus):
        settings = settings_of(data, corpus, index)
        retriever, assayer = build_retriever(settings), build_assayer(settings)
        vocabulary = build_vocabulary(settings)
        for question in some:
            asked = Question.of(question.question, vocabulary)
            passages = retriever.retrieve(question.question)
            readings = list(assayer.readings(question.question, passages))
            least = min(readings[at].relevance for at in last_found(passages))
            seen = map(after_reading, before_reading(passages), readings)
            yield {
                "id": question.id,
                "set": data.name,
                "corpus": f"{data.name}/{corpus}",
                "answerable": not question.unanswerable,
                "question": of_question(asked, 0.0, least),
                "passages": [values(asked, each) for each in seen],
                "holds": [_holds(question, passage) for passage in passages],
            }
        print(f"{data.name}/{corpus} is read", flush=True)


def settings_of(data: Path, corpus: str, index: Path) -> Settings:
    """The default settings over the index of a corpus, which is made where it is not there."""
    folder = index / corpus
    api.index(corpus_folder(data, corpus, index / "documents"), folder)
    own = Settings()
    return own.model_copy(update={"index": own.index.model_copy(update={"dir": folder})})


def _holds(question: RealQuestion, passage: Any) -> bool:  # noqa: ANN401 - a Passage
    return rank(question, [as_text(passage)]) is not None


if __name__ == "__main__":
    main()
