"""Python blocks and `assay` commands of the documentation run, page by page, in a fresh folder."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from assay.cli.main import run
from tests.docs.test_pages import DOCUMENTS, ROOT
from tests.tuning.melting import write_labels

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.DOTALL | re.MULTILINE)
WARRANTY = """\
Warranty

The warranty covers the motor for five years. It does not cover the blades, which wear out.
Repairs are done by the maker. Send the machine in its own box.
"""
ANSWERED = {0, 3}


# Pages whose examples need more than the package itself.
NEEDS = {
    "frameworks.md": [pytest.mark.frameworks],
    "train.md": [pytest.mark.torch],
    "ray.md": [pytest.mark.ray, pytest.mark.filterwarnings("ignore")],  # Ray leaves pipes open
}


def pages_with_code() -> list[Any]:
    pages = [d for d in DOCUMENTS if any(kind in {"python", "sh"} for kind, _ in blocks(d))]
    return [pytest.param(d, marks=NEEDS[d.name]) if d.name in NEEDS else d for d in pages]


def blocks(document: Path) -> list[tuple[str, str]]:
    return BLOCK.findall(document.read_text("utf-8"))


@pytest.fixture
def reader_of_the_docs(tmp_path, monkeypatch):
    """A folder as the documentation's reader has it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))  # where named indexes lie
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    (tmp_path / "my-documents").mkdir()
    (tmp_path / "my-documents" / "warranty.txt").write_text(WARRANTY)
    question = {"id": 1, "question": "What does the warranty cover?"}
    (tmp_path / "questions.jsonl").write_text(json.dumps(question) + "\n")
    given = {**question, "passages": [{"title": "Warranty", "text": WARRANTY}]}
    (tmp_path / "logged.jsonl").write_text(json.dumps(given) + "\n")
    write_labels(tmp_path / "labels.jsonl", 120)


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
