"""Small ones of what console blocks of the documentation need: a server, a file, some replies."""

from __future__ import annotations

import json
from contextlib import ExitStack
from pathlib import Path

from assay.adapters.search.zim_file import Article, write_zim
from assay.cli.main import run
from tests.adapters.chat.wire_server import answer, serving

IN_PLACE = ("a model server", "an offline encyclopaedia", "replies of a language model")
SMALL_MODEL = "the small language model"
MODEL_SERVER = "http://localhost:11434/v1"
REPLY = "It covers the motor for five years [1]."
KEEPER = "Anna Lund kept the Mura Lighthouse."


class Reader:
    """A reader who has an index, an archive, an encyclopaedia, a dataset and a model server.

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
    assert run(["index", "keeper.txt", "--index", "archive"]) == 0
    write_zim(Path("wikipedia.zim"), [Article("Mura Lighthouse", KEEPER)])
    passage = {"title": "Warranty", "text": "The warranty covers the motor for five years."}
    row = {"id": 1, "question": "What does the warranty cover?", "answers": ["the motor"]}
    Path("popqa.jsonl").write_text(json.dumps({**row, "ctxs": [passage]}) + "\n")
    if Path("prompts.jsonl").exists():
        prompts = map(json.loads, Path("prompts.jsonl").read_text().splitlines())
        replies = [json.dumps({"id": each["id"], "text": REPLY}) for each in prompts]
        Path("said.jsonl").write_text("\n".join(replies) + "\n")
