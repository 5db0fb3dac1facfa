"""What a file is called says nothing about what is in it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from assay.cli.main import run
from assay.cli.texts import read_texts

TEXT = "The harbour of Mura was built in 1871. Anna Lund kept its light for forty years."
ANSWERS = (
    "The harbour of Mura was built in 1871.",
    "Anna Lund kept the light of Mura for forty years.",
    "The harbour of Evidence was built in 1871.",
    "Anna Lund kept its light for thirty years.",
)
NAMES = ("evidence.txt", "Anna_Lund.txt", "x.txt", "the-opposite-is-true.txt", "1872.md")


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("answer", ANSWERS)
def test_a_verdict_does_not_depend_on_the_name_of_the_evidence(answer, capsys):
    seen = set()
    for name in NAMES:
        Path(name).write_text(TEXT)
        code = run(["verify", "-a", answer, "-e", name, "--json"])
        check = json.loads(capsys.readouterr().out)["check"]
        for sentence in check["sentences"]:
            sentence.pop("span")  # it names the source, as it should
        seen.add((code, json.dumps(check)))
    assert len(seen) == 1


def test_a_score_does_not_depend_on_the_name_either(capsys):
    for name in NAMES:
        Path(name).write_text(TEXT)
    assert run(["score", "-q", "Who kept the light?", *NAMES, "--json"]) == 0
    texts = json.loads(capsys.readouterr().out)["texts"]
    assert len({text["score"] for text in texts}) == 1
    assert {text["title"] for text in texts} == {""}


def test_a_title_inside_the_text_counts_also_when_the_file_bears_it():
    for name in ("Mura.md", "x.md"):
        Path(name).write_text(f"# Mura\n\n{TEXT}")
        assert read_texts([Path(name)])[0].title == "Mura"
