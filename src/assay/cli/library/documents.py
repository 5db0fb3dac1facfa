"""`assay documents`: what is in an index, document by document, and out of it again."""

from __future__ import annotations

import os
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from assay.cli.options import AsJson, ConfigFile, IndexDir
from assay.errors import InputError

if TYPE_CHECKING:
    from assay.indexing.index_state import IndexState
    from assay.indexing.listing import DocumentLine

ALL = 1_000_000_000
LISTED = 100

Patterns = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[PATTERN]...",
        help='A file, its name, a folder, a document\'s id, or a pattern such as "*.md".',
        show_default=False,
    ),
]
app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    help="List, show and remove the documents of an index.",
)


@app.command("list")
def listed(
    patterns: Patterns = None,
    index: IndexDir = None,
    limit: Annotated[
        int, typer.Option("--limit", "-n", min=0, help="How many to list; 0: all.")
    ] = LISTED,
    as_json: AsJson = False,
    config: ConfigFile = None,
) -> int:
    """List the documents: file, title and how many passages each has.

    [bold]Examples[/bold]

    assay documents list -i my-index

    assay documents list "*.pdf" -i my-index --json | jq -r '.documents[].file'
    """
    from assay.cli.console import one_line, out, print_json
    from assay.indexing.listing import passage_counts

    state = _state(index, config)
    lines = _chosen(state, patterns or [])
    shown = lines[:limit] if limit else lines
    counts = passage_counts(state)
    if as_json:
        rows = [{**asdict(line), "passages": counts.get(line.id, 0)} for line in shown]
        print_json({"index": state.place, "total": len(lines), "documents": rows})
        return 0
    folder = _common_folder([line.id for line in shown])
    out().print(_table(shown, counts, folder))
    if folder:
        out().print(one_line(f"in {folder}"), style="dim", soft_wrap=True)
    if len(shown) < len(lines):
        out().print(f"and {len(lines) - len(shown):,} more: add --limit 0", style="dim")
    return 0


@app.command("show")
def show(
    document: Annotated[
        str, typer.Argument(help="A file, its name or a document's id.", show_default=False)
    ],
    index: IndexDir = None,
    as_json: AsJson = False,
    config: ConfigFile = None,
) -> int:
    """Show the text of one document as it was indexed.

    [bold]Examples[/bold]

    assay documents show warranty.txt -i my-index
    """
    from assay.cli.console import err, one_line, print_json, print_text

    state = _state(index, config)
    lines = _chosen(state, [document])
    if len(lines) > 1:
        some = ", ".join(line.id for line in lines[:5])
        raise InputError(
            f"'{document}' means {len(lines):,} documents",
            hint=f"name one by its id: {some}{' …' if len(lines) > 5 else ''}",  # noqa: PLR2004
        )
    line, text = lines[0], state.document_text(lines[0].id) or ""
    if as_json:
        print_json({**asdict(line), "text": text})
        return 0
    err().print(one_line(f"{line.file}  {line.title}"), style="bold cyan", soft_wrap=True)
    print_text(text if text.endswith("\n") else f"{text}\n")
    return 0


@app.command("remove")
def remove(
    patterns: Annotated[
        list[str],
        typer.Argument(
            metavar="PATTERN...", help='As of `list`; "*" is everything.', show_default=False
        ),
    ],
    index: IndexDir = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", metavar="", help="Do not ask.")] = False,
    as_json: AsJson = False,
    config: ConfigFile = None,
) -> int:
    """Take documents out of the index; the files themselves stay where they are.

    The next [bold]assay index[/bold] of their folder reads files that are still there again:
    keep them out with --exclude or a line in .assayignore.

    [bold]Examples[/bold]

    assay documents remove old-notes.md -i my-index

    assay documents remove "drafts/*" -i my-index --yes
    """
    from assay.cli.console import confirm, err, print_json
    from assay.indexing.upkeep.remove import remove_documents

    os.umask(0o077)
    state = _state(index, config)
    lines = _chosen(state, patterns)
    if not yes:
        confirm(f"Take {_documents(len(lines))} out of {state.place}?")
    gone = remove_documents(state.folder, lines)
    if as_json:
        print_json({"index": state.place, "removed": [asdict(line) for line in lines]})
    else:
        err().print(f"{_documents(gone)} removed")
    return 0


def _documents(number: int) -> str:
    return f"{number:,} {'document' if number == 1 else 'documents'}"


def _state(index: Path | None, config: Path | None) -> IndexState:
    from assay.cli.loaded import loaded_settings
    from assay.indexing.open_index import open_index
    from assay.wiring import index_dir

    settings = loaded_settings(config, {"index": {"dir": index}})
    return open_index(index_dir(settings)).now()


def _chosen(state: IndexState, patterns: list[str]) -> list[DocumentLine]:
    """The documents that the patterns mean, all without one; each pattern must mean some."""
    from assay.indexing.listing import list_documents
    from assay.indexing.upkeep.remove import matching

    lines = sorted(list_documents(state, ALL), key=lambda line: (line.file, line.id))
    if not patterns:
        return lines
    chosen: dict[str, DocumentLine] = {}
    for pattern in patterns:
        found = matching(lines, pattern)
        if not found:
            raise InputError(
                f"no document in {state.place} fits '{pattern}'",
                hint="assay documents list shows what is there",
            )
        chosen.update({line.id: line for line in found})
    return sorted(chosen.values(), key=lambda line: (line.file, line.id))


def _table(lines: list[DocumentLine], counts: dict[str, int], folder: str) -> Any:  # noqa: ANN401 - rich's
    from rich.table import Table
    from rich.text import Text

    from assay.cli.console import one_line

    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("document", overflow="fold")
    table.add_column("title", overflow="ellipsis", no_wrap=True)
    table.add_column("passages", justify="right", no_wrap=True)
    for line in lines:
        name = Text(one_line(line.id.removeprefix(folder)))
        table.add_row(name, Text(one_line(line.title)), f"{counts.get(line.id, 0):,}")
    return table


def _common_folder(ids: list[str]) -> str:
    """The folder that all files lie in, with its last slash; empty where there is none."""
    if not ids or not all(id.startswith("/") for id in ids):
        return ""
    return os.path.commonpath([id.rpartition("/")[0] or "/" for id in ids]).rstrip("/") + "/"
