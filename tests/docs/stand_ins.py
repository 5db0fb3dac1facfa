"""Small ones of what console blocks of the documentation need: a server, a file, some replies."""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
import shutil
import threading
from contextlib import ExitStack
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from unittest.mock import patch

from assay.adapters.search.zim_file import Article, write_zim
from assay.cli.main import run
from tests.adapters.chat.wire_server import answer, serving

PACKAGES, WEB, LABELS, MINUTE = (
    "a package index",
    "a dataset on the web",
    "ninety labels of a person",
    "a minute",
)
IN_PLACE = (
    PACKAGES,
    "the results of this repository",
    "a model server",
    "an offline encyclopaedia",
    "replies of a language model",
    "a person",
)
SMALL_MODEL, DATASETS = "the small language model", "datasets"
SLOW = (SMALL_MODEL, DATASETS, WEB, LABELS, MINUTE)
MODEL_SERVER = "http://localhost:11434/v1"
REPLY = "It covers the motor for five years [1]."
FIRST = ("Bren", "Var", "Ost", "Hal", "Mur", "Tol", "Kes", "Lin", "Dor", "Fen", "Gar", "Hol")
LAST = ("wick", "holm", "by", "stad", "ford", "den", "mark", "ness", "vik", "sund", "dale", "toft")
ROOT = Path(__file__).parents[2]
KEEPER = "Anna Lund kept the Mura Lighthouse."


class Reader:
    """A reader who has indexes, an encyclopaedia, datasets of one question and servers.

    Entered, it gives the code with the addresses of these servers.
    """

    def __init__(self, code: str, needs: str) -> None:
        self.code, self.needs = code, needs
        self.having = ExitStack()

    def __enter__(self) -> str:
        with self.having:
            _files()
            if self.needs == LABELS:
                _towns()
            if self.needs == WEB:
                self._web()
            server = self.having.enter_context(serving(answer(REPLY)))
            self.having = self.having.pop_all()
        return self.code.replace(MODEL_SERVER, server.url)

    def _web(self) -> None:
        """A web server of this machine in the place of the one in the documentation."""
        handler = partial(Quiet, directory=str(Path("data").absolute()))
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        self.having.callback(thread.join)
        self.having.callback(server.server_close)
        self.having.callback(server.shutdown)
        self.having.enter_context(patch.dict(os.environ, {"ASSAY_SEARCH__ALLOW_LOOPBACK": "true"}))
        checksum = hashlib.sha256(Path("data/nq_open.jsonl").read_bytes()).hexdigest()
        own = f"http://127.0.0.1:{server.server_address[1]}"
        self.code = self.code.replace("https://example.org", own).replace("HEX", checksum)

    def __exit__(self, *_: object) -> None:
        self.having.close()


class Quiet(SimpleHTTPRequestHandler):
    """The files of a folder, without a line for each of them."""

    def log_message(self, format: str, *args: object) -> None:
        """Keep the test output clean."""


class Person:
    """Who sits before `assay label`: reads what it prints, and types y or n."""

    def __init__(self, printed: io.StringIO) -> None:
        self.printed, self.seen = printed, 0

    def readline(self) -> str:
        """y where the passage speaks of the thing that is asked for."""
        shown = self.printed.getvalue()[self.seen :]
        self.seen += len(shown)
        asked = re.search(r"How high is the tower of (\w+)\?", shown)
        assert asked, shown
        return "y\n" if f"The tower of {asked[1]} is" in " ".join(shown.split()) else "n\n"


def _towns() -> None:
    """An index of towns, and questions of which two of three are answered there."""
    names = [f"{first}{last}" for first in FIRST for last in LAST]
    here = [name for number, name in enumerate(names) if number % 3]
    lines = [f"The tower of {name} is {20 + at} metres high." for at, name in enumerate(here)]
    Path("towns").mkdir()
    for name, line in zip(here, lines, strict=True):
        Path(f"towns/{name}.txt").write_text(line)
    assert run(["index", "towns", "--index", "my-index", "--rebuild"]) == 0
    asked = [json.dumps({"question": f"How high is the tower of {name}?"}) for name in names]
    Path("questions.jsonl").write_text("\n".join(asked) + "\n")
    Path("labels.jsonl").unlink()


def _files() -> None:
    assert run(["index", "my-documents", "--index", "my-index"]) == 0
    Path("keeper.txt").write_text(KEEPER)
    for name in ("archive", "wiki"):
        assert run(["index", "keeper.txt", "--index", name]) == 0
    write_zim(Path("wikipedia.zim"), [Article("Mura Lighthouse", KEEPER)])
    _datasets()
    _results()
    Path("t5-evaluator").mkdir()
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


def _results() -> None:
    """The results of this repository, and two experiments whose rows are among them."""
    shutil.copytree(ROOT / "docs", "docs")
    rows = Path("docs/results/rows.jsonl").read_text("utf-8").splitlines(keepends=True)
    for name in ("table1", "figure3"):
        Path(f"runs/{name}").mkdir(parents=True)
        own = [each for each in rows if json.loads(each)["experiment"] == name]
        Path(f"runs/{name}/rows.jsonl").write_text("".join(own), "utf-8")
