"""Gather the training tables from a data folder.

`python -m recipes.assayer.prepare --data DIR --out tables.xz`.

Sets that are also reported on give only their training half (see `corpus.in_training_half`). A
question of a reported set never enters, and none of its passages joins the corpus that is mined and
written about; a passage that a training set holds too stays, with the questions of that set.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from pathlib import Path

from recipes.assayer.corpus import (
    NO_ANSWER,
    UNKNOWN,
    Open,
    Pair,
    Tables,
    find_answer,
    in_training_half,
    subject_pair,
)
from recipes.assayer.prewritten import add_written
from recipes.assayer.reported import Reported
from recipes.records import records

MEANINGLESS_TITLE = re.compile(r"Filtered|reviews|Reddit|Amazon|nyt", re.IGNORECASE)


def add_spans(tables: Tables, path: Path, origin: str, *, half: str = "") -> None:
    """Reading examples; `half` names the field whose hash decides, for sets that are split."""
    for record in records(path):
        if half and not in_training_half(record[half]):
            continue
        title = record["meta"].get("title", "").replace("_", " ")
        title = "" if MEANINGLESS_TITLE.search(title) else title
        question = tables.question(record["question"].strip())
        passage = tables.passage(title, record["context"])
        if record["unanswerable"]:
            tables.pairs.append(Pair(question, passage, 0.0, NO_ANSWER, NO_ANSWER, origin))
            continue
        common = Counter((a["start"], a["text"]) for a in record["answers"]).most_common(1)
        start, text = common[0][0]
        tables.pairs.append(Pair(question, passage, 1.0, start, start + len(text), origin))


def add_retrieval(tables: Tables, path: Path, origin: str, weight: float = 1.0) -> None:
    """Judged search results (human, gold or title labels), with the answer where it stands."""
    for record in records(path):
        question = tables.question(record["question"].strip())
        for found in record["passages"]:
            if found["label"] is None:
                continue
            span = find_answer(record["answers"], found["text"])
            passage = tables.passage(found["title"], found["text"])
            if found.get("label_source") == "title-match":
                asked = Open(question, record["answers"], record["meta"]["subj"], origin)
                tables.pairs.append(subject_pair(tables, asked, passage))
                continue
            start, end = span if span and found["label"] else (NO_ANSWER, NO_ANSWER)
            if found["label"] and not span:
                start = end = UNKNOWN
            label = float(found["label"])
            tables.pairs.append(Pair(question, passage, label, start, end, origin, weight))


def add_opens(tables: Tables, path: Path, origin: str, reported: Reported, *, half: bool) -> None:
    """Questions with answers for which the miner shall find passages."""
    for record in records(path):
        text = record["question"].strip()
        if reported.holds_question(text) or (half and not in_training_half(text)):
            continue
        subject = record.get("meta", {}).get("subj", "")
        tables.opens.append(Open(tables.question(text), record["answers"], subject, origin))


def add_corpus(tables: Tables, data: Path, reported: Reported, articles: int, chunks: int) -> None:
    """Passages to mine from and to generate questions from."""
    for record in records(data / "passages/wiki_pool.jsonl.gz"):
        if reported.holds_passage(record["text"]):
            continue
        row = tables.passage(record["title"], record["text"])
        if 40 <= len(record["text"].split()) <= 250:
            tables.seeds.append(row)
    for number, record in enumerate(records(data / "passages/enwiki_articles.jsonl.gz")):
        if number >= articles:
            break
        for text in first_chunks(record["text"], chunks):
            if not reported.holds_passage(text):
                tables.seeds.append(tables.passage(record["title"], text))


def first_chunks(text: str, most: int, words: int = 110) -> list[str]:
    """The beginning of an article as passages of whole paragraphs and sentences."""
    chunks: list[str] = []
    current: list[str] = []
    for sentence in re.split(r"(?<=[.!?])\s+|\n+", text):
        if current and len(" ".join([*current, sentence]).split()) > words:
            chunks.append(" ".join(current))
            current = []
            if len(chunks) >= most:
                return chunks
        current.append(sentence.strip())
    if len(" ".join(current).split()) >= 15:
        chunks.append(" ".join(current))
    return chunks[:most]


def gather(data: Path, articles: int, chunks: int) -> Tables:
    """All tables, from every source that may be trained on."""
    tables, reported = Tables(), Reported(data)
    spans = data / "spans"
    for name in ("squadshifts_new_wiki", "squadshifts_reddit", "squadshifts_amazon_reviews"):
        add_spans(tables, spans / f"{name}.jsonl.gz", name)
    add_spans(tables, spans / "squad_800ctx.jsonl.gz", "squad")
    add_spans(tables, spans / "squad2_dev.jsonl.gz", "squad2", half="context")
    add_spans(tables, spans / "nq_oracle_spans.jsonl.gz", "nq", half="question")
    add_spans(tables, spans / "raat_spans.jsonl.gz", "raat", half="question")
    retrieval = data / "retrieval"
    add_retrieval(tables, retrieval / "wikiqa_train.jsonl.gz", "wikiqa")
    add_retrieval(tables, retrieval / "popqa_hippo1k.jsonl.gz", "popqa")
    for name in ("2wiki_train500", "hotpotqa_train100", "musique_train100"):
        add_retrieval(tables, retrieval / f"{name}.jsonl.gz", "multihop", weight=0.5)
    tables.pairs = [
        p for p in tables.pairs if not reported.holds_question(tables.questions[p.question])
    ]
    questions = data / "questions"
    add_opens(tables, questions / "popqa_train.jsonl.gz", "popqa", reported, half=False)
    add_opens(tables, questions / "webquestions_train.jsonl.gz", "webq", reported, half=False)
    add_opens(tables, questions / "nq_open_dev.jsonl.gz", "nq", reported, half=True)
    add_opens(tables, questions / "triviaqa_test.jsonl.gz", "trivia", reported, half=True)
    add_written(tables, data / "written", reported)
    add_corpus(tables, data, reported, articles, chunks)
    return tables


def main() -> None:
    """Parse, gather, save, and say what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--articles", type=int, default=60_000)
    parser.add_argument("--chunks", type=int, default=2, help="passages from each article")
    options = parser.parse_args()
    tables = gather(options.data, options.articles, options.chunks)
    tables.save(options.out)
    print(f"{len(tables.questions):,} questions, {len(tables.passages):,} passages")
    print("pairs:", dict(Counter((p.origin, p.relevance > 0.5) for p in tables.pairs)))
    print("open questions:", dict(Counter(o.origin for o in tables.opens)))
    print(f"{len(tables.seeds):,} passages to generate questions from")


if __name__ == "__main__":
    main()
