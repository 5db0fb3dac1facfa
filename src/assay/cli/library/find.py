"""`assay find`: passages of the index that fit some words, as they stand in the documents."""

from __future__ import annotations

import re
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from assay.cli.options import AsJson, ConfigFile, IndexDir
from assay.errors import InputError

if TYPE_CHECKING:
    from assay.types import Passage

NOTHING_FOUND = 3
MAX_SHOWN = 320
BEFORE = 80
_WORD = re.compile(r"\w+")
MIN_WORD = 3


Mode = Annotated[
    str | None,
    typer.Option("--mode", metavar="NAME", help="hybrid, fulltext (words alone) or dense."),
]


def command(
    words: Annotated[
        list[str],
        typer.Argument(metavar="WORDS...", help="The words to look for.", show_default=False),
    ],
    index: IndexDir = None,
    top_k: Annotated[
        int | None, typer.Option("--top-k", "-n", min=1, max=1000, help="How many passages.")
    ] = None,
    mode: Mode = None,
    whole: Annotated[
        bool, typer.Option("--whole", metavar="", help="Show each passage in full.")
    ] = False,
    as_json: AsJson = False,
    config: ConfigFile = None,
) -> int:
    """Search your own index and show the passages with their places; nothing is answered.

    This looks into your documents. [bold]assay search[/bold] asks a search engine outside.
    Exit code 0: something was found. 3: nothing was.

    [bold]Examples[/bold]

    assay find "untracked files" -i my-index

    assay find PermitRootLogin -i my-index --mode fulltext -n 3

    assay find warranty motor -i my-index --json | jq -r '.hits[].place'
    """
    from assay.cli.console import err, print_json
    from assay.cli.loaded import loaded_settings
    from assay.wiring import build_retriever, index_dir

    query = " ".join(words).strip()
    if not query:
        raise InputError("no words were given", hint="name what to look for")
    flags = {"index": {"dir": index}, "retrieval": {"mode": mode, "top_k": top_k}}
    settings = loaded_settings(config, flags)
    found = build_retriever(settings).retrieve(query)
    if as_json:
        hits = [hit_json(passage, rank) for rank, passage in enumerate(found, 1)]
        print_json({"query": query, "index": str(index_dir(settings)), "hits": hits})
        return 0 if found else NOTHING_FOUND
    for rank, passage in enumerate(found, 1):
        _print(passage, rank, query, whole)
    if not found:
        err().print(f"nothing in the index fits '{query}'")
    return 0 if found else NOTHING_FOUND


def place_of(passage: Passage) -> str:
    """The location of a passage, such as "handbook.pdf, page 61" or "git.html, § OPTIONS"."""
    from assay.cli.console import one_line
    from assay.text.places import location, name_of

    name = name_of(passage) or Path(passage.document).name
    where = location(passage)
    return one_line(f"{name}, {where}" if where else name)


def hit_json(passage: Passage, rank: int) -> dict[str, Any]:
    """A passage for machines: its place in words and in parts, and its text."""
    place = {name: value for name, value in asdict(passage.place).items() if value}
    return {
        "rank": rank,
        "place": place_of(passage),
        "source": passage.source,
        "document": passage.document,
        "title": passage.title,
        "headings": list(passage.headings),
        **place,
        "start": passage.start,
        "end": passage.end,
        "text": passage.text,
    }


def _print(passage: Passage, rank: int, query: str, whole: bool) -> None:
    """Print the location, then the text with the query words highlighted."""
    from rich.padding import Padding
    from rich.text import Text

    from assay.cli.console import one_line, out, printable

    console = out()
    wanted = [word for word in _WORD.findall(query) if len(word) >= MIN_WORD]
    shown = printable(passage.text).strip() if whole else one_line(_around(passage.text, wanted))
    words = Text(shown)
    if wanted:
        words.highlight_regex(rf"(?i)\b(?:{'|'.join(map(re.escape, wanted))})", style="bold green")
    place = Text(f"{rank:>2}  ", style="bold").append(place_of(passage), style="bold cyan")
    console.print(place, soft_wrap=True)
    console.print(Padding(words, (0, 0, 0, 4), expand=False))


def _around(text: str, words: list[str]) -> str:
    """The part of a text that holds the first of the words, cut to what a screen takes."""
    low = text.lower()
    found = [at for word in words if (at := low.find(word.lower())) >= 0]
    start = max(0, min(found, default=0) - BEFORE)
    if start:  # not in the middle of a word
        start = text.find(" ", start) + 1 or start
    end = start + MAX_SHOWN
    cut = text[start:end].strip()
    return f"{'… ' if start else ''}{cut}{' …' if end < len(text) else ''}"
