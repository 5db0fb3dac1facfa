"""Python blocks and `assay` commands of the documentation run, page by page, in a fresh folder."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from assay.cli.main import run
from tests.docs.test_pages import DOCUMENTS, ROOT

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.DOTALL | re.MULTILINE)
WARRANTY = """\
Warranty

The warranty covers the motor for five years. It does not cover the blades, which wear out.
Repairs are done by the maker. Send the machine in its own box.
"""
ANSWERED = {0, 3}


def pages_with_code() -> list[Path]:
    return [d for d in DOCUMENTS if any(kind in {"python", "sh"} for kind, _ in blocks(d))]


def blocks(document: Path) -> list[tuple[str, str]]:
    return BLOCK.findall(document.read_text("utf-8"))


@pytest.fixture
def reader_of_the_docs(tmp_path, monkeypatch):
    """A folder as the documentation's reader has it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my-documents").mkdir()
    (tmp_path / "my-documents" / "warranty.txt").write_text(WARRANTY)
    question = {"id": 1, "question": "What does the warranty cover?"}
    (tmp_path / "questions.jsonl").write_text(json.dumps(question) + "\n")
    given = {**question, "passages": [{"title": "Warranty", "text": WARRANTY}]}
    (tmp_path / "logged.jsonl").write_text(json.dumps(given) + "\n")


@pytest.mark.usefixtures("reader_of_the_docs")
@pytest.mark.parametrize("document", pages_with_code(), ids=lambda p: str(p.relative_to(ROOT)))
def test_what_a_page_says_works(document):
    names: dict[str, object] = {"__name__": "docs"}
    for kind, code in blocks(document):
        if kind == "python":
            exec(compile(code, str(document), "exec"), names)
        elif kind == "sh":
            for line in code.splitlines():
                if line.startswith("assay ") and "|" not in line:
                    assert run(shlex.split(line, comments=True)[1:]) in ANSWERED, line
