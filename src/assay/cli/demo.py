"""`assay demo`: index text that every Python carries and ask it three questions."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from assay.cli.options import ABSTAINED
from assay.distribution import install

ANSWERABLE = (
    "Which loop does a break statement terminate?",
    "When is the else clause of a while loop executed?",
)
UNANSWERABLE = "How many people live in Reykjavik?"
# A tiny encyclopaedia of our own, in the format in which Wikipedia is distributed offline.
ARTICLES = {
    "Reykjavik": "Reykjavik is the capital and the largest city of Iceland.\n\n"
    "About 140,000 people live in Reykjavik, more than a third of all Icelanders.\n\n"
    "The city lies on the south-western coast and is heated with hot water from the ground.",
    "Iceland": "Iceland is an island in the North Atlantic. Its capital is Reykjavik.\n\n"
    "Glaciers cover about a tenth of the country.",
    "Geyser": "A geyser is a hot spring that throws water and steam into the air.",
}


def command(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where to put texts and index.")] = (
        Path(".demo")
    ),
) -> int:
    """See assay at work: the topics of Python's language reference, and three questions.

    Two of them are answered in that text. The third is not, and must not be answered from it; it is
    answered from outside, when a small offline encyclopaedia is at hand.

    [bold]Examples[/bold]

    assay demo

    assay demo /tmp/demo && assay ask "What is a generator?" --index /tmp/demo/index
    """
    from assay.cli.ask import command as ask
    from assay.cli.console import err
    from assay.cli.index import command as build_index

    texts, index = folder / "topics", folder / "index"
    write_topics(texts)
    build_index(paths=[texts], index=index)
    codes = []
    for question in (*ANSWERABLE, UNANSWERABLE):
        err().print(f'\n$ assay ask "{question}" --index {index} --explain', style="bold")
        codes.append(ask(words=[question], index=index, explain=True))
    if codes[-1] != ABSTAINED:
        err().print("The last question is not answered in that text, and yet assay answered.")
        return 1
    if find_spec("libzim") is None:
        err().print(f"Not shown: an offline encyclopaedia ({install('zim')}).")
    elif _ask_outside(folder, index) != 0:
        err().print("The encyclopaedia holds the answer, and yet assay did not find it.")
        return 1
    err().print(f'Now ask your own: assay ask "..." --index {index} --explain')
    return 0


def _ask_outside(folder: Path, index: Path) -> int:
    """The exit code of the last question when a ZIM file, written on the spot, may be searched."""
    from assay.adapters.search.zim_file import Article, write_zim
    from assay.cli.ask import command as ask
    from assay.cli.console import err

    file = write_zim(folder / "small.zim", [Article(*each) for each in ARTICLES.items()])
    err().print(
        f'\n$ assay ask "{UNANSWERABLE}" --index {index} --zim {file} --explain', style="bold"
    )
    return ask(words=[UNANSWERABLE], index=index, zim=[file], explain=True)


def write_topics(folder: Path) -> None:
    """Write one file for each topic of the reference that Python's own help() shows."""
    topics: dict[str, str] = import_module("pydoc_data.topics").topics
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in sorted(topics.items()):
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
