"""What a search finds for questions over real documents, as reported rows beside those of `dev.py`.

`python -m recipes.assayer.documents --data DIR --indexes OUT/index --out NAME.xz`, after
`assay bench realdocs --data DIR --out OUT`. The name of the folder of data is the name of the set.
"""

from __future__ import annotations

import argparse
import json
import lzma
from itertools import groupby
from pathlib import Path

from assay.config import Settings
from assay.wiring import build_retriever
from assay_bench.realdocs.judge import as_text, rank
from assay_bench.realdocs.question import read_questions

DEEP = 10


def main() -> None:
    """Write one row for each question and passage found for it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--indexes", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--deep", type=int, default=DEEP, help="passages of each question")
    options = parser.parse_args()
    rows = []
    questions = sorted(read_questions(options.data), key=lambda each: each.corpus)
    for corpus, some in groupby(questions, key=lambda each: each.corpus):
        settings = Settings.model_validate(
            {"index": {"dir": options.indexes / corpus}, "retrieval": {"top_k": options.deep}}
        )
        retriever = build_retriever(settings)
        for asked in some:
            for passage in retriever.retrieve(asked.question):
                good = not asked.unanswerable and rank(asked, [as_text(passage)]) is not None
                rows.append(
                    {
                        "set": options.data.name, "group": asked.id, "corpus": corpus,
                        "question": asked.question, "title": passage.context,
                        "text": passage.text, "label": int(good),
                        "unanswerable": asked.unanswerable, "answers": [],
                    }
                )  # fmt: skip
    with lzma.open(options.out, "wt", preset=1, encoding="utf-8") as file:
        json.dump(rows, file, ensure_ascii=False)
    print(f"{len(rows)} rows, {sum(row['label'] for row in rows)} hold the answer")


if __name__ == "__main__":
    main()
