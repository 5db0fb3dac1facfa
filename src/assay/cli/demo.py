"""`assay demo`: index text that every Python carries and ask it three questions."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Annotated

import typer

from assay.cli.options import ABSTAINED

ANSWERABLE = (
    "What does the continue statement do?",
    "Which method is called to implement the built-in function len()?",
)
UNANSWERABLE = "How many people live in Reykjavik?"


def command(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where to put texts and index.")] = (
        Path(".demo")
    ),
) -> int:
    """See assay at work: the topics of Python's language reference, and three questions.

    Two of them are answered in that text. The third is not, and must not be answered from it.

    [bold]Examples[/bold]

    assay demo

    assay demo /tmp/demo && assay ask "What is a generator?" --index /tmp/demo/index
    """
    from assay.cli.ask import command as ask
    from assay.cli.console import err
    from assay.cli.index import command as build_index

    texts, index = folder / "topics", folder / "index"
    _write_topics(texts)
    build_index([texts], index)
    codes = []
    for question in (*ANSWERABLE, UNANSWERABLE):
        err().print(f'\n$ assay ask "{question}" --index {index} --explain', style="bold")
        codes.append(ask(question, index, explain=True))
    if codes[-1] != ABSTAINED:
        err().print("The last question is not answered in that text, and yet assay answered.")
        return 1
    err().print(f'Now ask your own: assay ask "..." --index {index} --explain')
    return 0


def _write_topics(folder: Path) -> None:
    """Write one file for each topic of the reference that Python's own help() shows."""
    topics: dict[str, str] = import_module("pydoc_data.topics").topics
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in sorted(topics.items()):
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
