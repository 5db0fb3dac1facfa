"""Small ones of what console blocks of the documentation need: a server, a file, some replies."""

from __future__ import annotations

import json
from contextlib import ExitStack
from pathlib import Path

from assay.adapters.search.zim_file import Article, write_zim
from assay.cli.main import run
from tests.adapters.chat.wire_server import answer, serving

IN_PLACE = (
    "a model server",
    "an offline encyclopaedia",
    "replies of a language model",
    "a person",
)
SMALL_MODEL, DATASETS = "the small language model", "datasets"
SLOW = (SMALL_MODEL, DATASETS)
MODEL_SERVER = "http://localhost:11434/v1"
REPLY = "It covers the motor for five years [1]."
KEEPER = "Anna Lund kept the Mura Lighthouse."


class Reader:
    """A reader who has indexes, an encyclopaedia, datasets of one question and a model server.

    Entered, it gives the code with the address of that server.
    """

    def __init__(self, code: str) -> None:
        self.code = code
        self.having = ExitStack()

    def __enter__(self) -> str:
        with self.having:
            _files()
            server = self.having.enter_context(serving(answer(REPLY)))
            self.having = self.having.pop_all()
        return self.code.replace(MODEL_SERVER, server.url)

    def __exit__(self, *_: object) -> None:
        self.having.close()


def _files() -> None:
    assert run(["index", "my-documents", "--index", "my-index"]) == 0
    Path("keeper.txt").write_text(KEEPER)
    for name in ("archive", "wiki"):
        assert run(["index", "keeper.txt", "--index", name]) == 0
    write_zim(Path("wikipedia.zim"), [Article("Mura Lighthouse", KEEPER)])
    _datasets()
    if Path("prompts.jsonl").exists():
        prompts = map(json.loads, Path("prompts.jsonl").read_text().splitlines())
        replies = [json.dumps({"id": each["id"], "text": REPLY}) for each in prompts]
        Path("said.jsonl").write_text("\n".join(replies) + "\n")


def _datasets() -> None:
    """One question in the forms and under the names of several public datasets."""
    title, text = "Warranty", "The warranty covers the motor for five years."
    question, answer = "What does the warranty cover?", "the motor"
    row = {"id": 1, "question": question, "answers": [answer]}
    line = json.dumps({**row, "ctxs": [{"title": title, "text": text}]}) + "\n"
    for folder in ("data", "scifact/qrels"):
        Path(folder).mkdir(parents=True)
    for name in ("popqa", "popqa_longtail_w_gs", "popqa_with_passages", "data/popqa"):
        Path(f"{name}.jsonl").write_text(line)
    keeper = {"question": "Who kept the Mura Lighthouse?", "answer": ["Anna Lund"]}
    Path("data/nq_open.jsonl").write_text(json.dumps(keeper) + "\n")
    spans = [{"text": answer, "answer_start": text.index(answer)}]
    asked = {"id": "1", "question": question, "answers": spans, "is_impossible": False}
    page = {"title": title, "paragraphs": [{"context": text, "qas": [asked]}]}
    Path("dev-v2.0.json").write_text(json.dumps({"version": "v2.0", "data": [page]}))
    passage = {"_id": "d1", "title": title, "text": text}
    Path("scifact/corpus.jsonl").write_text(json.dumps(passage) + "\n")
    Path("scifact/queries.jsonl").write_text(json.dumps({"_id": "q1", "text": question}) + "\n")
    Path("scifact/qrels/test.tsv").write_text("query-id\tcorpus-id\tscore\nq1\td1\t1\n")
