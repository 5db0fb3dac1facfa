"""Questions with judged passages, from every set that may be trained on.

`python -m recipes.lora.gather --data DIR --out questions.jsonl.gz` writes one form for all:
{"id", "question", "answers", "passages": [{"title", "text", "label"}], "origin"}, the form
that `assay cov-data` reads. Where a set has few passages of its own, or none, BM25 finds near
ones in a corpus, and whether the answer stands in them decides their label. Sets that are also
reported on give only their training half, and no question of a reported set enters: the rule of
recipes/assayer.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

import bm25s

from recipes.assayer.corpus import bare_title, find_answer, in_training_half, normalised
from recipes.assayer.prepare import MEANINGLESS_TITLE
from recipes.assayer.reported import Reported
from recipes.records import records

MAX_PASSAGES = 6
MAX_PASSAGE = 480
SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"'(\d])")


@dataclass(frozen=True, slots=True)
class Passage:
    """A text, and whether it answers the question (None: nobody knows)."""

    title: str
    text: str
    label: int | None


@dataclass(frozen=True, slots=True)
class Question:
    """A question, its right answers, and passages that do or do not hold one."""

    id: str
    question: str
    answers: list[str]
    origin: str
    passages: list[Passage] = field(default_factory=list)


def windowed(text: str, answers: list[str], chance: random.Random) -> str:
    """A few whole sentences of a passage, around the answer where it stands in it."""
    text = " ".join(text.split())
    if len(text) <= MAX_PASSAGE:
        return text
    sentences = SENTENCE_END.split(text)
    span = find_answer(answers, text)
    at, first = 0, chance.randrange(len(sentences))
    for number, sentence in enumerate(sentences):
        if span and at <= span[0] < at + len(sentence) + 1:
            first = max(0, number - chance.randrange(2))
            break
        at += len(sentence) + 1
    chosen = sentences[first]
    for sentence in sentences[first + 1 :]:
        if len(chosen) + len(sentence) > MAX_PASSAGE:
            break
        chosen = f"{chosen} {sentence}"
    return chosen[: 2 * MAX_PASSAGE]


def from_spans(
    path: Path, origin: str, half: str = "", *, training: bool = True
) -> Iterator[Question]:
    """Reading examples: the paragraph is the one passage; of a split set one half only."""
    for record in records(path):
        if half and in_training_half(record[half]) != training:
            continue
        title = record["meta"].get("title", "").replace("_", " ")
        title = "" if MEANINGLESS_TITLE.search(title) else title
        common = Counter(a["text"] for a in record["answers"]).most_common()
        answers = [] if record["unanswerable"] else [text for text, _ in common]
        passage = Passage(title, record["context"], int(not record["unanswerable"]))
        yield Question(record["id"], record["question"].strip(), answers, origin, [passage])


def from_retrieval(path: Path, origin: str) -> Iterator[Question]:
    """Judged search results; a passage that is labelled right and lacks the answer is in doubt."""
    for record in records(path):
        passages = []
        for found in record["passages"]:
            label = found["label"]
            holds = find_answer(record["answers"], found["text"]) is not None
            if label != holds and found.get("label_source") != "human":
                label = None
            passages.append(Passage(found["title"], found["text"], label))
        yield Question(
            record["id"], record["question"].strip(), record["answers"], origin, passages
        )


def from_open(path: Path, origin: str, *, half: bool) -> Iterator[Question]:
    """Questions without passages."""
    for record in records(path):
        text = record["question"].strip()
        if not half or in_training_half(text):
            yield Question(record["id"], text, record["answers"], origin)


def all_questions(data: Path) -> Iterator[Question]:
    """Every source, in turn."""
    spans, retrieval, questions = data / "spans", data / "retrieval", data / "questions"
    yield from from_retrieval(retrieval / "wikiqa_train.jsonl.gz", "wikiqa")
    yield from from_retrieval(retrieval / "popqa_hippo1k.jsonl.gz", "popqa-found")
    for name in ("2wiki_train500", "hotpotqa_train100", "musique_train100"):
        yield from from_retrieval(retrieval / f"{name}.jsonl.gz", name.split("_")[0])
    yield from from_spans(spans / "squad_800ctx.jsonl.gz", "squad")
    yield from from_spans(spans / "squad2_dev.jsonl.gz", "squad2", half="context")
    yield from from_spans(spans / "squadshifts_new_wiki.jsonl.gz", "squadshifts")
    yield from from_spans(spans / "nq_oracle_spans.jsonl.gz", "nq", half="question")
    yield from from_spans(spans / "raat_spans.jsonl.gz", "raat", half="question")
    yield from from_open(questions / "popqa_train.jsonl.gz", "popqa", half=False)
    yield from from_open(questions / "webquestions_train.jsonl.gz", "webq", half=False)
    yield from from_open(questions / "nq_open_dev.jsonl.gz", "nq-open", half=True)
    yield from from_open(questions / "triviaqa_test.jsonl.gz", "trivia", half=True)


def held_out(data: Path) -> Iterator[Question]:
    """Questions to measure on: the other halves, and search results that are never trained on."""
    spans, retrieval = data / "spans", data / "retrieval"
    yield from from_spans(spans / "squad2_dev.jsonl.gz", "squad2", "context", training=False)
    yield from from_spans(spans / "nq_oracle_spans.jsonl.gz", "nq", "question", training=False)
    for name in ("popqa", "nq", "triviaqa"):
        for question in from_retrieval(retrieval / f"search_r1_{name}.jsonl.gz", f"search-{name}"):
            # NQ and TriviaQA questions of the training half are known as questions.
            if name == "popqa" or not in_training_half(question.question):
                yield question


def label_of(question: Question, title: str, text: str) -> int | None:
    """1 where the answer stands on a page the question names, 0 without answer, else unknown."""
    if not question.answers:
        return 0
    span = find_answer(question.answers, text)
    if span is None:
        return 0
    asked = f" {normalised(question.question)} "
    bare = bare_title(title)
    words = [w for w in normalised(question.question).split() if len(w) > 3]
    near = normalised(f"{title} {text}")
    shared = sum(word in near for word in words) / max(1, len(words))
    return 1 if (bare and f" {bare} " in asked) or shared >= 0.75 else None


def with_found(
    asked: list[Question], data: Path, reported: Reported, chance: random.Random
) -> Iterator[Question]:
    """Each question with near passages of the corpus added, shuffled and cut to a few sentences."""
    corpus = [
        (record["title"], record["text"])
        for record in records(data / "passages/wiki_pool.jsonl.gz")
        if not reported.holds_passage(record["text"])
    ]
    index = bm25s.BM25()
    texts = [f"{title} {text}" for title, text in corpus]
    index.index(bm25s.tokenize(texts, stopwords="en", show_progress=False), show_progress=False)
    queries = bm25s.tokenize([q.question for q in asked], stopwords="en", show_progress=False)
    rows, _ = index.retrieve(queries, k=8, show_progress=False)
    for question, found in zip(asked, rows, strict=True):
        own = question.passages
        if len(own) > MAX_PASSAGES:
            kept = [p for p in own if p.label == 1][:2]
            rest = [p for p in own if p not in kept]
            own = kept + chance.sample(rest, min(len(rest), MAX_PASSAGES - len(kept)))
        known = {p.text[:80] for p in own}
        added = []
        for row in found:
            title, text = corpus[int(row)]
            if len(own) + len(added) < MAX_PASSAGES and text[:80] not in known:
                added.append(Passage(title, text, label_of(question, title, text)))
        passages = [
            replace(p, text=windowed(p.text, question.answers, chance)) for p in own + added
        ]
        chance.shuffle(passages)
        yield replace(question, passages=passages)


def gather(data: Path, *, heldout: bool = False, seed: int = 0) -> list[Question]:
    """All questions, shuffled, each text once."""
    chance, reported = random.Random(seed), Reported(data)
    unique: dict[str, Question] = {}
    for question in held_out(data) if heldout else all_questions(data):
        if heldout or not reported.holds_question(question.question):
            unique.setdefault(normalised(question.question), question)
    asked = list(unique.values())
    chance.shuffle(asked)
    return list(with_found(asked, data, reported, chance))


def main() -> None:
    """Parse, gather, write, count."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--heldout", action="store_true", help="what is measured on instead")
    options = parser.parse_args()
    questions = gather(options.data, heldout=options.heldout)
    with gzip.open(options.out, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(asdict(q), ensure_ascii=False) + "\n" for q in questions)
    print(f"{len(questions):,} questions")
    print(dict(Counter(q.origin for q in questions)))
    good = Counter(q.origin for q in questions if any(p.label == 1 for p in q.passages))
    print("with a passage that answers:", dict(good))


if __name__ == "__main__":
    main()
