"""Asks every question of a folder with the documents it is about."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path

from assay import __version__, api
from assay.config import Settings
from assay.engine import Engine
from assay.errors import InputError
from assay.indexing.open_index import LanceIndex, open_index
from assay.ports import Retriever
from assay.reader.entry_reader import PARTS
from assay.reader.features import GROUPS
from assay.types import Answer, Passage
from assay.wiring import build_retriever
from assay_bench.realdocs.corpora import corpus_folder
from assay_bench.realdocs.displayed import displayed
from assay_bench.realdocs.judge import Text, as_text, judged, rank, shows_evidence
from assay_bench.realdocs.patterns import time_limit
from assay_bench.realdocs.question import RealQuestion, read_questions
from assay_bench.realdocs.records import Record, RecordFile
from assay_bench.realdocs.summary import DEEP, Summary, summarise, summary_json
from assay_bench.realdocs.table import summary_table

MATCH_SECONDS = 60.0
READ_AT_ONCE = 1_000
SUMMARY = "summary"

OnProgress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Request:
    """Which questions to ask, of which documents, and where everything goes.

    Empty `corpora` or `kinds` mean all of them. `limit` draws so many questions, always the same.
    """

    data: Path
    out: Path
    index_dir: Path
    settings: Settings
    corpora: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class Indexed:
    """A corpus ready to be asked: its engine, its retriever, all its passages as patterns see them.

    `identity` changes when the index or the settings do.
    """

    engine: Engine
    retriever: Retriever
    texts: tuple[Text, ...]
    identity: str


def measure(request: Request, on_progress: OnProgress | None = None) -> Summary:
    """The figures of all questions; records and figures are written into the folder of the run."""
    questions = chosen(read_questions(request.data), request)
    file = RecordFile(request.out)
    records: list[Record] = []
    for corpus, several in groupby(questions, key=lambda question: question.corpus):
        indexed = _indexed(request, corpus)
        for record in _records(several, indexed, file):
            records.append(record)
            if on_progress is not None:
                on_progress(len(records), len(questions))
    summary = summarise(records)
    (request.out / f"{SUMMARY}.md").write_text(summary_table(summary), "utf-8")
    plain = json.dumps(summary_json(summary), indent=2)
    (request.out / f"{SUMMARY}.json").write_text(plain + "\n", "utf-8")
    return summary


def switched_off(settings: Settings, parts: Sequence[str]) -> Settings:
    """The settings with some parts of the reader switched off."""
    known = (*GROUPS, *PARTS)
    if unknown := [name for name in parts if name not in known]:
        raise InputError(
            f"the reader has no part {unknown[0]!r}", hint=f"there are: {', '.join(known)}"
        )
    off = {"without": (*settings.generator.without, *parts)}
    return settings.model_copy(update={"generator": settings.generator.model_copy(update=off)})


def chosen(questions: Sequence[RealQuestion], request: Request) -> list[RealQuestion]:
    """The questions to ask, those of one corpus together; a larger limit contains a smaller one."""
    for what, wanted, there in (
        ("corpus", request.corpora, {question.corpus for question in questions}),
        ("kind", request.kinds, {question.kind for question in questions}),
    ):
        if unknown := [name for name in wanted if name not in there]:
            raise InputError(
                f"no question has the {what} {unknown[0]!r}",
                hint=f"there are: {', '.join(sorted(there)) or 'none'}",
            )
    kept = [
        question
        for question in questions
        if (not request.corpora or question.corpus in request.corpora)
        and (not request.kinds or question.kind in request.kinds)
    ]
    if request.limit is not None:
        kept = sorted(kept, key=lambda each: hashlib.sha256(each.id.encode()).digest())
        kept = kept[: request.limit]
    return sorted(kept, key=lambda each: (each.corpus, each.id))


def _indexed(request: Request, corpus: str) -> Indexed:
    documents = corpus_folder(request.data, corpus, request.index_dir / "documents")
    folder = request.index_dir / corpus
    api.index(documents, folder, settings=request.settings)
    index = open_index(folder)
    settings = request.settings.model_copy(
        update={"index": request.settings.index.model_copy(update={"dir": folder})}
    )
    deep = settings.retrieval.model_copy(update={"top_k": DEEP})
    told = [__version__, request.settings.model_dump_json(), index.manifest.written]
    return Indexed(
        api.open(folder, settings=settings),
        build_retriever(settings.model_copy(update={"retrieval": deep})),
        tuple(as_text(passage) for passage in all_passages(index)),
        "\n".join(told),
    )


def all_passages(index: LanceIndex) -> Iterator[Passage]:
    """Every passage of the index."""
    state = index.now()
    rows = state.rows
    for at in range(0, len(rows), READ_AT_ONCE):
        yield from state.passages(rows[at : at + READ_AT_ONCE])


def _records(
    questions: Iterable[RealQuestion], indexed: Indexed, file: RecordFile
) -> Iterator[Record]:
    for question in questions:
        told = f"{indexed.identity}\n{question.digest}"
        run = hashlib.sha256(told.encode()).hexdigest()[:16]
        record = file.known(question.id, run)
        if record is None:
            record = _ask(question, indexed, run)
            file.add(record)
        yield record


def _ask(question: RealQuestion, indexed: Indexed, run: str) -> Record:
    began = time.perf_counter()
    answer = indexed.engine.ask(question.question)
    seconds = time.perf_counter() - began
    found = [as_text(each) for each in indexed.retriever.retrieve(question.question)]
    with time_limit(MATCH_SECONDS, f"the question {question.id}"):
        record = record_of(question, indexed.texts, found, answer)
    return replace(record, run=run, seconds=round(seconds, 4))


def record_of(
    question: RealQuestion, texts: Sequence[Text], retrieved: Sequence[Text], answer: Answer
) -> Record:
    """What the answer and the passages are worth, without the run and its time."""
    by_score = sorted(answer.scores, key=lambda each: -each.score)
    scored = [as_text(each.passage) for each in by_score]
    shown = displayed(answer)
    return Record(
        id=question.id,
        corpus=question.corpus,
        kind=question.kind,
        unanswerable=question.unanswerable,
        in_index=rank(question, texts) is not None,
        in_index_in_file=rank(question, texts, named_files=True) is not None,
        retrieved=rank(question, retrieved),
        retrieved_in_file=rank(question, retrieved, named_files=True),
        scored=rank(question, scored),
        scored_in_file=rank(question, scored, named_files=True),
        shown=shows_evidence(question, shown),
        outcome=judged(question, shown),
        question=question.question,
        text=shown.text,
        quotes=shown.quotes,
        reason=answer.reason,
        verdict=answer.verdict or "",
        confidence=answer.confidence,
    )
